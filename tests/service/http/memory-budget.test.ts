import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryBudget } from '#service/http/memory-budget.ts'
import { readMultipart } from '#service/http/multipart.ts'
import { createReceiver } from '#service/http/streamed-upload.ts'
import { ServiceError } from '#service/service-error.ts'
import { type TestService, createTestService } from '../../support/service.ts'

describe('the memory for files', () => {
  it('is shared by all calls, and free again when one ends', () => {
    const budget = createMemoryBudget(100)
    const [first, second] = [budget.hold(), budget.hold()]
    first.take(60)
    second.take(40)
    expect(() => second.take(1)).toThrow(ServiceError)
    expect(() => first.take(1)).toThrow('Please try again')
    second.release()
    first.take(40)
    first.release()
    first.release()
    second.take(100)
    expect(() => first.take(1)).toThrow(ServiceError)
  })
})

describe('a multipart body', () => {
  let service: TestService
  beforeAll(async () => {
    service = await createTestService({ routes: [] })
  })
  afterAll(() => service.close())

  /** As much of a request as the reader looks at. */
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

  it('counts its fields and files against it until the call ends', async () => {
    const budget = createMemoryBudget(30)
    const first = createReceiver(service.services, budget)
    expect((await readMultipart(sent('1234567890', '1234567890'), rules, first)).files).toHaveLength(2)
    const second = createReceiver(service.services, budget)
    await expect(readMultipart(sent('1'), rules, second)).rejects.toMatchObject({ kind: 'unavailable' })
    await second.close()
    await first.close()
    const third = createReceiver(service.services, budget)
    expect((await readMultipart(sent('1234567890'), rules, third)).files).toHaveLength(1)
    await third.close()
  })
})
