// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '~/api/api-error.ts'
import {
  configurationProblem,
  newIdempotencyKey,
  pointsProblem,
  titleOf,
} from '~/components/submissions/new/configuration-file.ts'
import { formatPlace, shownColumns } from '~/components/findings/findings.ts'
import { sendFile } from '~/components/submissions/new/send-file.ts'
import { ordinal, formatQueue } from '~/components/jobs/job-labels.ts'
import { aSubmission } from '../support/submission-fakes.ts'

/** XMLHttpRequest without a network. */
class FakeRequest extends EventTarget {
  static last: FakeRequest
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  opened: string[] = []
  timeout = 0
  status = 0
  responseText = ''
  body: FormData | undefined
  constructor() {
    super()
    FakeRequest.last = this
  }
  open(...opened: string[]) {
    this.opened = opened
  }
  getResponseHeader() {
    return null
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: FormData) {
    this.body = body
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  answer(status: number, text: string) {
    this.status = status
    this.responseText = text
    this.dispatchEvent(new Event('load'))
  }
}
const sending = {
  file: new File(['a'], 'a.csv'),
  surveys: [new File(['b'], 'points.csv')],
  title: 'Benin pilot',
  projectId: null,
  idempotencyKey: 'k1',
}
beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})

test('is sent through the streaming proxy with title, files, key and the specified time-out', async () => {
  const progress: number[] = []
  const sent = sendFile(sending, { onProgress: (fraction) => progress.push(fraction) })
  const request = FakeRequest.last
  expect(request.opened).toEqual(['POST', '/api/v1/modeling/v1/run/file'])
  expect(request.timeout).toBe(360_000)
  expect(request.headers['idempotency-key']).toBe('k1')
  expect([...(request.body?.keys() ?? [])]).toEqual(['title', 'file', 'surveys'])
  request.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 4 }))
  request.answer(200, JSON.stringify({ ...aSubmission(), extra: 1 }))
  expect((await sent).id).toBe(5)
  expect(progress).toEqual([0.25])
})

test('includes the chosen project', async () => {
  const sent = sendFile({ ...sending, projectId: 3 })
  expect(FakeRequest.last.body?.get('project_id')).toBe('3')
  FakeRequest.last.answer(200, JSON.stringify(aSubmission()))
  await sent
})

test('an error keeps its message and findings', async () => {
  const sent = sendFile(sending)
  const errors = [{ row: 2, column: 'seed', message: 'A formula.', help: 'Paste its value.' }]
  FakeRequest.last.answer(422, JSON.stringify({ detail: 'The configuration is not valid.', errors }))
  const error = await sent.catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 422, detail: 'The configuration is not valid.', errors })
})

test('names the missing fields of an answer; no answer is a separate error', async () => {
  const lacking = sendFile(sending)
  FakeRequest.last.answer(200, JSON.stringify({ ...aSubmission(), counts: undefined }))
  await expect(lacking).rejects.toThrow("the field 'counts' is missing")
  const controller = new AbortController()
  const stopped = sendFile(sending, { signal: controller.signal })
  controller.abort()
  await expect(stopped).rejects.toMatchObject({ status: 0 })
})

test('rejects at once what cannot be a configuration or points file', () => {
  expect(configurationProblem(new File(['x'], 'Layers.XLSX'))).toBeUndefined()
  expect(configurationProblem(new File(['x'], 'layers.ods'))).toContain('Choose a file that ends in')
  const large = new File(['x'], 'a.csv')
  Object.defineProperty(large, 'size', { value: 6 * 2 ** 20 })
  expect(configurationProblem(large)).toContain('larger than 5 MiB')
  expect(pointsProblem(Array.from({ length: 11 }, (_, n) => new File(['x'], `${n}.csv`)))).toContain(
    'At most 10',
  )
})

test('title, keys and places in words', () => {
  expect(titleOf('benin_stunting-2018.final.xlsx')).toBe('benin stunting 2018.final')
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey())
  expect(formatPlace({ row: null, column: null })).toBe('The whole file')
  expect(formatPlace({ row: 1, column: 'round' })).toBe('Header, column round')
  expect(formatPlace({ row: 4, column: null })).toBe('Row 4')
  expect([1, 2, 3, 4, 11, 12, 13, 21, 101, 111].map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 101st 111th',
  )
  expect([formatQueue(1), formatQueue(3)]).toEqual(['Next in the queue', '3rd in the queue'])
})

test('leaves out empty columns without findings, and adds missing ones', () => {
  const validation = {
    valid: false,
    columns: ['iso3_code', 'tags', 'seed'],
    rows: [{ row: 2, cells: { iso3_code: 'BEN', tags: '', seed: '' } }],
    findings: [
      { severity: 'error' as const, row: 2, column: 'seed', message: 'Empty.' },
      { severity: 'error' as const, row: 1, column: 'target', message: 'Missing.' },
    ],
  }
  expect(shownColumns(validation)).toEqual([
    { name: 'iso3_code', missing: false },
    { name: 'seed', missing: false },
    { name: 'target', missing: true },
  ])
})
