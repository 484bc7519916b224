import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { runOnce, startManaged } from '../../launcher/child-process.ts'

const { execPath } = process
afterEach(() => {
  process.execPath = execPath
  vi.restoreAllMocks()
})

const RUNS_ON = ['-e', 'setInterval(() => {}, 1000)']

it('a program that could not be started is started again, and can be stopped', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const guard = { add: vi.fn(), remove: vi.fn() }
  process.execPath = '/nowhere/node'
  const program = startManaged({ name: 'worker', args: RUNS_ON, env: process.env, restart: true, guard })
  await expect.poll(() => said.mock.calls.flat().join('\n')).toContain('worker could not be started')
  process.execPath = execPath
  await expect.poll(() => guard.add.mock.calls, { timeout: 5000 }).toEqual([[expect.any(Number)]])
  await program.stop()
  expect(guard.remove.mock.calls).toEqual(guard.add.mock.calls)
})

it('is stopped at once while it waits for another try', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  process.execPath = '/nowhere/node'
  const program = startManaged({ name: 'worker', args: RUNS_ON, env: process.env, restart: true })
  await expect.poll(() => said.mock.calls.length).toBeGreaterThan(0)
  await program.stop()
  expect(await program.ended).not.toBe(0)
})

it('a single run that could not be started has failed', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  process.execPath = '/nowhere/node'
  expect(await runOnce([], process.env)).toBe(1)
  expect(said.mock.calls.flat().join()).toContain('ENOENT')
})

it('shows the reason of an error rather than the statement that failed', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const folder = mkdtempSync(join(tmpdir(), 'strata-managed-'))
  const err = { message: 'failed query: select 1', cause: { message: 'permission denied' } }
  const program = startManaged({
    name: 'worker',
    args: ['-e', `console.log(${JSON.stringify(JSON.stringify({ level: 40, msg: 'no luck', err }))})`],
    env: process.env,
    restart: false,
    logFile: { path: join(folder, 'worker.log'), maxMiB: 1, files: 1 },
  })
  await program.ended
  await expect.poll(() => said.mock.calls.flat()).toEqual(['worker: no luck: permission denied'])
  await program.stop()
  rmSync(folder, { recursive: true })
})
