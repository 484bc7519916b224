import { expect, test } from 'vitest'
import { ApiError } from '~/api/api-error.ts'
import { publicError } from '~/server/http/errors.server.ts'
import { expectConsoleError } from '../../support/web/web.setup.ts'

test('passes the service’s message to the browser unchanged', () => {
  const said = new ApiError(409, 'The tag is in use.', [{ message: 'Job 1 has this tag.' }])
  expect(publicError(said)).toBe(said)
})

test('answers 422 with the fields of rejected input, without its text', () => {
  const rejected = publicError(new Error(JSON.stringify([{ path: ['id'], message: 'secret' }])))
  expect([rejected.status, rejected.detail]).toEqual([422, 'The request is not valid.'])
  expect(rejected.errors).toEqual([{ field: 'id', message: 'This value is not accepted.' }])
})

test('keeps anything else in the server’s log', () => {
  expectConsoleError(/A server function failed/)
  for (const fault of [new Error('password=hunter2'), 'password=hunter2', new Error('[not json'), null]) {
    const shown = publicError(fault)
    expect([shown.status, shown.detail, shown.errors]).toEqual([500, '', []])
    expect(shown.message).not.toContain('hunter2')
  }
})
