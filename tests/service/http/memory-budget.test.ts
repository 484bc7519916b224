import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryBudget } from '#service/files/memory-budget.ts'
import { readMultipart } from '#service/http/input/multipart.ts'
import { createReceiver } from '#service/http/input/streamed-upload.ts'
import { ServiceError } from '#service/service-error.ts'
import { type TestService, createTestService } from '../../support/service.ts'

describe('the memory for files', () => {
  it('is shared by all calls, and released when one ends', () => {
    const budget = createMemoryBudget(100)
    const [first, second] = [budget.hold(1), budget.hold(2)]
    first.take(60)
    second.take(40)
    expect(() => second.take(1)).toThrow(ServiceError)
    expect(() => first.take(1)).toThrow('Try again')
    second.release()
    first.take(40)
    first.release()
    first.release()
    second.take(100)
    expect(() => first.take(1)).toThrow(ServiceError)
  })

  it('lets one person hold half of it in several calls, or one call of any size', () => {
    const budget = createMemoryBudget(100)
    const [first, second, other] = [budget.hold(1), budget.hold(1), budget.hold(2)]
    first.take(30)
    second.take(20)
    for (const call of [first, second])
      expect(() => call.take(1)).toThrow(
        expect.objectContaining({ kind: 'too-many', headers: { 'Retry-After': '5' } }),
      )
    // The rest is for others.
    other.take(50)
    other.release()
    second.release()
    first.take(65)
    expect(() => second.take(1)).toThrow('Your previous large files or answers are still being transferred.')
    expect(() => first.take(6)).toThrow(expect.objectContaining({ kind: 'unavailable' }))
    other.take(5)
    for (const call of [first, second, other]) call.release()
    second.take(100)
  })

  it('counts anonymous callers as one', () => {
    const budget = createMemoryBudget(100)
    budget.hold(null).take(40)
    expect(() => budget.hold(null).take(11)).toThrow(expect.objectContaining({ kind: 'too-many' }))
    budget.hold(1).take(60)
  })
})

describe('a multipart body', () => {
  let service: TestService
  beforeAll(async () => {
    service = await createTestService({ routes: [] })
  })
  afterAll(() => service.close())

  /** The part of a request that the reader uses. */
  const sent = (...contents: string[]) => {
    async function* parts() {
      yield { type: 'field', fieldname: 'title', value: '12345' }
      for (const content of contents)
        yield {
          type: 'file',
          fieldname: 'file',
          filename: 'a.csv',
          file: (async function* () {
            yield Buffer.from(content)
          })(),
        }
    }
    return { headers: {}, raw: { unpipe() {}, resume() {} }, parts } as never
  }
  const rules = { file: { maxBytes: 100, maxCount: 5, required: true } }

  it('counts its fields and files until the call ends', async () => {
    const budget = createMemoryBudget(30)
    const first = createReceiver(service.services, 1, budget)
    expect((await readMultipart(sent('1234567890', '1234567890'), rules, first)).files).toHaveLength(2)
    const second = createReceiver(service.services, 2, budget)
    await expect(readMultipart(sent('1'), rules, second)).rejects.toMatchObject({ kind: 'unavailable' })
    await second.close()
    const another = createReceiver(service.services, 1, budget)
    await expect(readMultipart(sent('1'), rules, another)).rejects.toMatchObject({ kind: 'too-many' })
    await another.close()
    await first.close()
    const third = createReceiver(service.services, 2, budget)
    expect((await readMultipart(sent('1234567890'), rules, third)).files).toHaveLength(1)
    await third.close()
  })
})
