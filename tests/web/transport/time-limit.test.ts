// @vitest-environment node
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { timeLimitMs } from '~/server/http/time-limit.server.ts'

test.each([
  ['GET', 'modeling/v1/jobs/7/download/mean', 10_000],
  ['HEAD', 'modeling/v1/jobs/7/download/mean', 10_000],
  ['GET', 'interpolation/download/7', 10_000],
  ['GET', 'modeling/v1/submissions/download_config/7', 10_000],
  ['POST', 'modeling/v1/run/7', 15_000],
  ['POST', 'modeling/v1/run/file', 360_000],
  ['POST', 'interpolation/raster/check-in', 0],
  ['GET', 'modeling/v1/jobs/details', 100_000],
  ['GET', 'users', 150_000],
  ['GET', 'countries', 100_000],
  ['GET', 'countries/', 100_000],
  ['GET', 'projects/%37', 60_000],
  ['GET', 'nothing/of/the/contract', 60_000],
  ['DELETE', 'modeling/v1/run/file', 60_000],
])('allows %s %s %i ms until the answer begins', (method, path, ms) => {
  expect(timeLimitMs(method, path)).toBe(ms)
})

test('finds every call of the contract by its address', () => {
  for (const endpoint of endpoints) {
    const path = endpoint.path.slice(1).replaceAll(/\{\w+\}/g, '7')
    expect(timeLimitMs(endpoint.method, path), endpoint.name).toBe(endpoint.timeoutMs ?? 60_000)
  }
})
