import { describe, expect, it, vi } from 'vitest'
import { createCallTurns } from '#service/http/limits/call-turns.ts'

/** Takes turns and notes the order in which they come. */
function crowd(connections = 15) {
  const turns = createCallTurns(connections)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (caller: string, name: string, signal?: AbortSignal) => {
    const taken = turns.take(caller, signal).then((end) => {
      begun.push(name)
      ends.set(name, end)
    })
    taken.catch(() => {})
    return taken
  }
  return { take, begun, end: (name: string) => ends.get(name)!() }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the calls of one person', () => {
  it('are four at once; the others wait in turn, and other people do not', async () => {
    const { take, begun, end } = crowd()
    for (let n = 0; n < 7; n++) void take('1', `a${n}`)
    void take('2', 'b')
    await settled()
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'b'])
    end('a3')
    // The same call ends twice, the turn does not.
    end('a3')
    await settled()
    expect(begun.slice(5)).toEqual(['a4'])
    for (const name of ['a0', 'a1']) end(name)
    await settled()
    expect(begun.slice(6)).toEqual(['a5', 'a6'])
  })

  it('have at most half of the connections, and at least one', async () => {
    for (const [connections, atOnce] of [
      [6, 3],
      [4, 2],
      [1, 1],
    ]) {
      const { take, begun } = crowd(connections)
      for (let n = 0; n < 9; n++) void take('1', `a${n}`)
      await settled()
      expect(begun).toHaveLength(atOnce)
    }
  })

  it('leave the queue when their sender disconnects', async () => {
    const { take, begun, end } = crowd(2)
    const left = new AbortController()
    void take('1', 'first')
    const waiting = take('1', 'left', left.signal)
    void take('1', 'last')
    left.abort()
    await expect(waiting).rejects.toMatchObject({ reason: 'aborted' })
    await settled()
    end('first')
    await settled()
    expect(begun).toEqual(['first', 'last'])
    await expect(take('1', 'late', AbortSignal.abort())).rejects.toMatchObject({ reason: 'aborted' })
  })

  it('are rejected when a hundred wait, until one has its turn', async () => {
    const { take, end } = crowd(2)
    for (let n = 0; n < 101; n++) void take('1', `a${n}`)
    await settled()
    await expect(take('1', 'more')).rejects.toMatchObject({
      kind: 'too-many',
      headers: { 'Retry-After': '1' },
    })
    end('a0')
    const taken = vi.fn()
    void take('1', 'more').then(taken, taken)
    await settled()
    expect(taken).not.toHaveBeenCalled()
  })
})
