import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { type Part, run } from './support/part.ts'
import { times, until } from './support/times.ts'

let dataDir: string
const parts: Part[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'strata-twice-'))
  await chmod(dataDir, 0o755)
})
afterAll(async () => {
  for (const part of parts) part.kill('SIGTERM')
  await Promise.all(parts.map(({ ended }) => ended))
  await rm(dataDir, { recursive: true, force: true })
})

const start = async () => {
  const port = await freePort()
  const part = run('launcher/run.ts', ['service'], {
    DATA_DIR: dataDir,
    API_PORT: String(port),
    ADMIN_PASSWORD: 'Correct-horse-7-battery',
    DATABASE_URL: '',
  })
  parts.push(part)
  return {
    part,
    ready: () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
  }
}

describe('F28 a second process on the same data folder', () => {
  it(`ends at once with a sentence, however often, and the first continues; killed with -9, it frees the folder`, async () => {
    const first = await start()
    await until('the first is ready', 60_000, first.ready)
    for (const _ of times) {
      const second = await start()
      const code = await second.part.ended
      expect(code).not.toBe(0)
      expect(code).not.toBeNull()
      expect(second.part.said()).toContain(`The data folder ${dataDir} is in use by another running Strata.`)
      expect(second.part.said()).not.toMatch(/\n\s+at /)
      expect(await first.ready()).toBe(true)
    }
    first.part.kill('SIGKILL')
    await first.part.ended
    // The killed one's service notices that its parent is gone, and ends.
    await until('the port is free', 30_000, async () => !(await first.ready()))
    const third = await start()
    await until('the third is ready', 60_000, third.ready)
  })
})
