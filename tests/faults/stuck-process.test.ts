import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { type Part, run } from './support/part.ts'
import { until } from './support/times.ts'

let folder: string
let port: number
let supervisor: Part
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strata-stuck-'))
  port = await freePort()
  supervisor = run('tests/faults/support/supervise.ts', [folder, String(port)], {})
})
afterEach(async () => {
  supervisor.kill('SIGCONT')
  supervisor.kill('SIGTERM')
  await supervisor.ended
  rmSync(folder, { recursive: true, force: true })
})

const ask = (path: string, ms = 1000): Promise<number | null> =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(ms) }).then(
    async (response) => Number(await response.text()),
    () => null,
  )

/** The process that responds now. */
async function answering(): Promise<number> {
  let pid: number | null = null
  await until('the server answers', 20_000, async () => (pid = await ask('/')) !== null)
  return pid!
}

const log = () => readFileSync(join(folder, 'server.log'), 'utf8')

describe('a supervised process', () => {
  it.each([
    ['is stopped', (pid: number) => process.kill(pid, 'SIGSTOP')],
    ['never leaves its main thread', () => void ask('/block')],
  ])('that %s is killed and restarted, and the log reports it in a sentence', async (_name, block) => {
    const first = await answering()
    await sleep(500)
    block(first)
    await until('another one answers', 20_000, async () => ![null, first].includes(await ask('/')))
    const said = /^server has not answered for \d+ s; killing it\.$/m
    expect(log()).toMatch(said)
    expect(supervisor.said()).toMatch(said)
    expect(log()).toMatch(/^server ended \(SIGKILL\); restarting in \d+ s\.$/m)
  })

  it('that is only slow under load continues', async () => {
    const first = await answering()
    await ask('/load')
    await sleep(6000)
    expect(await ask('/', 5000)).toBe(first)
    expect(supervisor.said()).not.toContain('killing')
  })

  it('that answers too late to be checked, but whose main thread runs, continues', async () => {
    const first = await answering()
    await ask('/swamp')
    let late = 0
    for (const end = Date.now() + 6000; Date.now() < end;) if ((await ask('/', 500)) === null) late++
    expect(late).toBeGreaterThan(5)
    await until('it answers again', 20_000, async () => (await ask('/', 5000)) !== null)
    expect(await ask('/', 5000)).toBe(first)
    expect(supervisor.said()).not.toContain('killing')
  })

  it('continues after the whole machine was suspended', async () => {
    const first = await answering()
    await sleep(500)
    supervisor.kill('SIGSTOP')
    process.kill(first, 'SIGSTOP')
    await sleep(5000)
    supervisor.kill('SIGCONT')
    // A process that wakes up later misses a probe or two.
    await sleep(700)
    process.kill(first, 'SIGCONT')
    await sleep(3000)
    expect(await ask('/')).toBe(first)
    expect(supervisor.said()).not.toContain('killing')
  })
})

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

it('its log rotates while it runs, by size and number', async () => {
  await answering()
  await ask('/talk', 20_000)
  const names = () => readdirSync(folder).filter((name) => name.startsWith('server.log'))
  await until('two files are aside', 10_000, () => names().length >= 3)
  // While a file is renamed, there is no server.log for a moment.
  const written = () => names().some((name) => readIfThere(join(folder, name)).includes('49999 x'))
  await until('all is written', 10_000, () => written() && names().length === 3)
  expect(names().sort()).toEqual(['server.log', 'server.log.1', 'server.log.2'])
  for (const name of names()) {
    const { size, mode } = statSync(join(folder, name))
    expect(size).toBeLessThan(1.2 * 2 ** 20)
    expect(mode & 0o777).toBe(0o600)
  }
})
