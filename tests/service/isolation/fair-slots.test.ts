import { sentence } from '#service/sentence.ts'
import { describe, expect, it, vi } from 'vitest'
import { createFairSlots } from '#service/isolation/fair-slots.ts'

const turns = () => new Promise((resolve) => setImmediate(resolve))

/** Work that ends on request, and the order in which it began. */
function bench(options: Partial<Parameters<typeof createFairSlots>[0]> = {}) {
  const slots = createFairSlots({
    slots: 2,
    perPerson: 2,
    waitingPerPerson: 3,
    busy: sentence`Too much of yours waits.`,
    ...options,
  })
  const began: string[] = []
  const finish = new Map<string, (error?: Error) => void>()
  const send = (person: number, name: string, signal?: AbortSignal) =>
    slots.run(
      person,
      () => {
        began.push(name)
        return new Promise<string>((resolve, reject) =>
          finish.set(name, (error) => (error ? reject(error) : resolve(name))),
        )
      },
      signal,
    )
  const end = async (name: string, error?: Error) => {
    finish.get(name)!(error)
    await turns()
  }
  return { send, end, began }
}

describe('fair slots', () => {
  it('serve waiting people in turn, whatever one person has sent before', async () => {
    const { send, end, began } = bench()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void send(1, name)
    void send(2, 'b1')
    void send(2, 'b2')
    void send(3, 'c1')
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']) await end(name)
    expect(began).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
  })

  it('prefer work that suits the free slot, unless somebody has waited long', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const slots = createFairSlots({ slots: 1, perPerson: 1, waitingPerPerson: 3, busy: sentence`` })
    let suiting = ''
    const began: string[] = []
    const finish: (() => void)[] = []
    const send = (person: number, name: string) =>
      slots.run(
        person,
        () => {
          began.push(name)
          return new Promise<void>((resolve) => finish.push(resolve))
        },
        undefined,
        () => name === suiting,
      )
    const end = async () => {
      finish.shift()!()
      await turns()
    }
    const all = [send(1, 'a1'), send(1, 'a2'), send(2, 'b1'), send(2, 'b2'), send(3, 'c1')]
    suiting = 'b2'
    await end()
    suiting = 'c1'
    await end()
    suiting = 'nothing'
    await end()
    expect(began).toEqual(['a1', 'b2', 'c1', 'a2'])
    all.push(send(4, 'd1'))
    vi.advanceTimersByTime(500)
    suiting = 'd1'
    await end()
    expect(began.at(-1)).toBe('b1')
    await end()
    await end()
    await Promise.all(all)
    vi.useRealTimers()
  })

  it('keep a slot free from a person who has used up theirs', async () => {
    const { send, end, began } = bench({ perPerson: 1 })
    void send(1, 'a1')
    void send(1, 'a2')
    void send(1, 'a3')
    void send(2, 'b1')
    expect(began).toEqual(['a1', 'b1'])
    await end('b1')
    expect(began).toEqual(['a1', 'b1'])
    await end('a1')
    expect(began).toEqual(['a1', 'b1', 'a2'])
  })

  it('limit how many one person has waiting, but not others', async () => {
    const { send, began } = bench({ slots: 1, waitingPerPerson: 2 })
    for (const name of ['a1', 'a2', 'a3']) void send(1, name)
    await expect(send(1, 'a4')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Too much of yours waits.',
      headers: { 'Retry-After': '10' },
    })
    void send(2, 'b1')
    expect(began).toEqual(['a1'])
  })

  it('are released when the work fails, even synchronously', async () => {
    const { send, end, began } = bench({ slots: 1 })
    const failing = send(1, 'a1')
    void send(1, 'a2')
    const fails = expect(failing).rejects.toThrow('no')
    await end('a1', new Error('no'))
    await fails
    expect(began).toEqual(['a1', 'a2'])
    await end('a2')
    const slots = createFairSlots({ slots: 1, perPerson: 1, waitingPerPerson: 1, busy: sentence`` })
    const fault = () => {
      throw new Error('at once')
    }
    for (let n = 0; n < 3; n++) await expect(slots.run(1, fault)).rejects.toThrow('at once')
  })

  it('are not taken by work whose caller has disconnected', async () => {
    const { send, end, began } = bench({ slots: 1, waitingPerPerson: 1 })
    const caller = new AbortController()
    void send(1, 'a1')
    const left = send(1, 'a2', caller.signal)
    caller.abort()
    await expect(left).rejects.toMatchObject({ reason: 'aborted' })
    const next = send(1, 'a3')
    await end('a1')
    expect(began).toEqual(['a1', 'a3'])
    await end('a3')
    expect(await next).toBe('a3')
    await expect(send(1, 'a4', caller.signal)).rejects.toMatchObject({ reason: 'aborted' })
    expect(began).toEqual(['a1', 'a3'])
  })
})
