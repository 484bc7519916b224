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
