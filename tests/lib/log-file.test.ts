import { mkdirSync, mkdtempSync, readFileSync, rmSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LogFile, openLogFile } from '../../launcher/log-file.ts'
import { mountSmallDisk } from '../faults/support/small-disk.ts'

const disk = mountSmallDisk(4)
afterAll(() => disk?.unmount())
if (!disk) process.stderr.write('A log on a full disk is not tested: it can only be mounted as root.\n')

const folder = mkdtempSync(join(tmpdir(), 'strata-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

let log: LogFile
const said = vi.spyOn(console, 'error')
beforeEach(() => void said.mockReset().mockImplementation(() => {}))
afterEach(() => log.end())

/** Writes numbered lines until one of them is in the file. */
async function writeUntilKept(path: string): Promise<string> {
  for (let n = 0; n < 100; n++) {
    log.write(`later ${n}\n`)
    await sleep(50)
    const content = readFileSync(path, 'utf8')
    if (content.includes('later')) return content
  }
  throw new Error('Nothing is written again.')
}

it.skipIf(!disk)('a full disk loses lines, which the file says as soon as there is room again', async () => {
  const path = join(disk!.path, 'worker.log')
  log = openLogFile(path, { maxMiB: 1, files: 2 })
  log.write('before\n')
  await expect.poll(() => readFileSync(path, 'utf8')).toBe('before\n')
  disk!.fill()
  // Some fit into the rest of the last page.
  const line = `${'x'.repeat(999)}\n`
  for (let n = 0; n < 10; n++) log.write(line)
  await expect.poll(() => said.mock.calls.length).toBe(1)
  await sleep(1100)
  log.write('still full\n')
  await sleep(100)
  disk!.free()
  const content = await writeUntilKept(path)
  const [, missing] = /^Up to (\d+) lines are missing here: the file could not be written\.$/m.exec(content)!
  const kept = content.split('\n').filter((one) => one === line.trim()).length
  const later = Number(/later (\d+)/.exec(content)![1])
  expect(Number(missing)).toBeGreaterThanOrEqual(10 - kept + 1 + later)
  expect(Number(missing)).toBeLessThanOrEqual(10 + 1 + later)
  expect(content.startsWith('before\n')).toBe(true)
  expect(content).not.toContain('still full')
  expect(said.mock.calls.flat()).toEqual([expect.stringMatching(/worker\.log cannot be written: .*ENOSPC/)])
})

it('a file that could not be opened is written once it can be', async () => {
  const path = join(folder, 'service.log')
  mkdirSync(path)
  log = openLogFile(path, { maxMiB: 1, files: 2 })
  log.write('lost\n')
  await expect.poll(() => said.mock.calls.length).toBe(1)
  rmdirSync(path)
  await sleep(1100)
  log.write('kept\n')
  await expect
    .poll(() => readFileSync(path, 'utf8'))
    .toBe('\nUp to 1 lines are missing here: the file could not be written.\nkept\n')
})
