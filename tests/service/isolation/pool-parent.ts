import { sentence } from '#service/sentence.ts'
import { createChildPool } from '#service/isolation/child-pool.ts'

/** Sends one request and has nothing else to do. */
const readers = createChildPool<string>({
  module: new URL('./pool.child.ts', import.meta.url),
  children: 1,
  perPerson: 1,
  waitingPerPerson: 1,
  busy: sentence``,
  wallMs: 10_000,
  memoryMiB: 256,
  idleMs: 120_000,
  expected: [],
})
process.stdout.write(`${String(await readers.ask('pid', ['a'], { personId: 1 }))}\n`)
