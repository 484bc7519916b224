// @vitest-environment node
import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadConfig } from '#config'
import { buildIfNeeded } from '../../../launcher/build.ts'
import { watchAlive } from '../../../web-server/alive.ts'
import { freePort } from '../../support/free-port.ts'
import { isRunning } from '../../support/processes.ts'
import { familyOf } from '../../faults/support/processes.ts'

const MAIN = join(import.meta.dirname, '../../../web-server/main.ts')
const started: ChildProcess[] = []

beforeAll(buildIfNeeded, 120_000)
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

async function startTwo(port: number) {
  const child = fork(MAIN, {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), WEB_PROCESSES: '2' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  })
  started.push(child)
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const processes = () =>
    familyOf(child.pid!)
      .map(({ pid }) => pid)
      .filter((pid) => pid !== child.pid)
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { child, gone, processes, said: () => said }
}
const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(10_000),
  }).then(
    ({ ok }) => ok,
    () => false,
  )

test('two processes serve; one that dies is replaced while the other answers; all end together', async () => {
  const port = await freePort()
  const { child, gone, processes, said } = await startTwo(port)
  const both = { timeout: 30_000, interval: 100 }
  await vi.waitFor(() => expect(said()).toBe(`Web application on http://localhost:${port}\n`), both)
  expect(processes()).toHaveLength(2)
  const [victim] = processes()
  process.kill(victim, 'SIGKILL')
  // Until the parent knows of it, it hands new connections to the dead process, too, which nobody answers.
  await vi.waitFor(() => expect(said()).toContain('ended; another one starts'), both)
  expect(await answers(port)).toBe(true)
  await vi.waitFor(() => expect(processes()).toHaveLength(2), both)

  const last = processes()
  // As when the program that started it dies.
  child.disconnect()
  expect(await gone).toBe(0)
  expect(last.filter(isRunning)).toEqual([])
}, 120_000)

test('a process that cannot start ends all', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  try {
    const { gone } = await startTwo((other.address() as AddressInfo).port)
    expect(await gone).toBe(1)
  } finally {
    other.close()
  }
}, 60_000)

test('a process that has not been heard for a while is stuck', () => {
  vi.useFakeTimers()
  try {
    const stuck = vi.fn<() => void>()
    const { heard, end } = watchAlive(stuck)
    for (let n = 0; n < 20; n++) {
      vi.advanceTimersByTime(14_000)
      heard()
    }
    expect(stuck).not.toHaveBeenCalled()
    vi.advanceTimersByTime(21_000)
    expect(stuck).toHaveBeenCalled()
    stuck.mockClear()
    end()
    vi.advanceTimersByTime(60_000)
    expect(stuck).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})

test('the number of processes is a setting', () => {
  expect(loadConfig({ WEB_PROCESSES: '3' }).webProcesses).toBe(3)
  expect([1, 2]).toContain(loadConfig({}).webProcesses)
  expect(() => loadConfig({ WEB_PROCESSES: '0' })).toThrow('WEB_PROCESSES')
})
