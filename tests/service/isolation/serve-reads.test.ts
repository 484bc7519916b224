import type { ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { setImmediate as soon } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { BytesReply } from '#service/isolation/child-messages.ts'
import { serveReads, type LentBytes } from '#service/isolation/serve-reads.ts'

const MIB = 2 ** 20

/** A child that may ask for anything. */
function hostile(read: LentBytes['read'] = () => Promise.resolve(Uint8Array.of(1, 2, 3)), readMs = 10_000) {
  const child = Object.assign(new EventEmitter(), { send: vi.fn() })
  const reads = vi.fn(read)
  const sizes = new Map([['a', 10 * MIB]])
  const lending = serveReads(child as unknown as ChildProcess, { sizes, read: reads, readMs })
  const ask = (message: unknown) => child.emit('message', message)
  const replies = async () => {
    await soon()
    return child.send.mock.calls.map(([reply]) => reply as BytesReply)
  }
  return { ask, replies, reads, lending }
}

const request = { borrow: 1, name: 'a', offset: 0, length: 3 }

describe('bytes that are lent to a child', () => {
  it('reach it', async () => {
    const { ask, replies, lending } = hostile()
    ask(request)
    expect(await replies()).toEqual([{ lent: 1, bytes: Uint8Array.of(1, 2, 3) }])
    expect(lending.failure()).toBeUndefined()
  })
  it.each([
    ['of another file', { name: 'b' }],
    ['of an inherited name', { name: 'constructor' }],
    ['beyond the end', { offset: 10 * MIB - 2 }],
    ['before the beginning', { offset: -1 }],
    ['at no whole offset', { offset: 0.5 }],
    ['at no number', { offset: '0' }],
    ['of no length', { length: 0 }],
    ['of no number of bytes', { length: Number.NaN }],
    ['of more than 4 MiB', { length: 4 * MIB + 1 }],
  ])('are not lent: %s', async (_what, change) => {
    const { ask, replies, reads, lending } = hostile()
    ask({ ...request, ...change })
    expect(await replies()).toEqual([{ lent: 1, bytes: null }])
    expect(reads).not.toHaveBeenCalled()
    expect(lending.failure()).toBeUndefined()
  })
  it('are eight parts at once at most', async () => {
    const { ask, replies, reads } = hostile(() => new Promise(() => {}))
    for (let borrow = 1; borrow <= 20; borrow++) ask({ ...request, borrow })
    expect(reads).toHaveBeenCalledTimes(8)
    expect((await replies()).map(({ bytes }) => bytes)).toEqual(Array.from({ length: 12 }, () => null))
  })
  it('are ignored if they are no request', async () => {
    const { ask, replies } = hostile()
    for (const message of [null, 7, 'borrow', {}, { borrow: '1' }, { fraction: 0.5 }]) ask(message)
    expect(await replies()).toEqual([])
  })
  it('that the store rejects are the reason of the failure, the first one', async () => {
    let count = 0
    const { ask, replies, lending } = hostile(() => Promise.reject(new Error(`rejection ${++count}`)))
    ask(request)
    ask({ ...request, borrow: 2 })
    expect(await replies()).toEqual([
      { lent: 1, bytes: null },
      { lent: 2, bytes: null },
    ])
    expect(lending.failure()).toMatchObject({ message: 'rejection 1' })
  })
  it('that come too late are a slow store', async () => {
    const { ask, lending } = hostile(async (_name, _offset, _length, signal) => {
      await once(signal, 'abort')
      throw new Error('aborted')
    }, 20)
    ask(request)
    await vi.waitFor(() => expect(lending.failure()).toMatchObject({ kind: 'unavailable' }))
  })
  it('are a slow store too if the child ran out of time while it waited for them', () => {
    const { ask, lending } = hostile(() => new Promise(() => {}))
    expect(lending.failure(true)).toBeUndefined()
    ask(request)
    expect(lending.failure()).toBeUndefined()
    expect(lending.failure(true)).toMatchObject({ kind: 'unavailable' })
  })
  it('are not read on once nobody waits for them', async () => {
    const aborted = vi.fn()
    const { ask, replies, lending } = hostile((_name, _offset, _length, signal) => {
      signal.addEventListener('abort', aborted)
      return new Promise(() => {})
    })
    ask(request)
    lending.stop()
    expect(aborted).toHaveBeenCalledOnce()
    expect(await replies()).toEqual([{ lent: 1, bytes: null }])
    ask({ ...request, borrow: 2 })
    expect(await replies()).toHaveLength(1)
    expect(lending.failure()).toBeUndefined()
  })
})
