import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Liveness, watchLiveness } from '../../launcher/watch-liveness.ts'

let server: Server
let answer = false
const end: (() => void)[] = []
beforeEach(async () => {
  answer = true
  server = createServer((_request, response) => void (answer && response.end('ok')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  for (const one of end.splice(0)) one()
  server.closeAllConnections()
  server.close()
})

function watch(options: Partial<Liveness>, heardEveryMs?: number) {
  const { port } = server.address() as AddressInfo
  const stuck = vi.fn()
  const liveness = { url: `http://127.0.0.1:${port}/`, everyMs: 20, timeoutMs: 50, ...options }
  const watched = watchLiveness(liveness, stuck)
  const beat = heardEveryMs === undefined ? undefined : setInterval(watched.heard, heardEveryMs)
  end.push(watched.end, () => clearInterval(beat))
  return stuck
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('a program that stops answering is stuck', async () => {
  const stuck = watch({})
  await pause(200)
  expect(stuck).not.toHaveBeenCalled()
  answer = false
  await expect.poll(() => stuck.mock.calls.length).toBe(1)
})

it('one that says it is alive is only busy, unless it has not answered for very long', async () => {
  const busy = watch({}, 10)
  const silent = watch({ silentMs: 1000 }, 10)
  await pause(100)
  answer = false
  await pause(600)
  expect(silent).not.toHaveBeenCalled()
  await expect.poll(() => silent.mock.calls.length).toBe(1)
  expect(busy).not.toHaveBeenCalled()
})
