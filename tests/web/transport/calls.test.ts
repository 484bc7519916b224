// @vitest-environment node
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

/** What the service is asked, as it leaves the web server. */
const asked: Request[] = []
const answers: Record<string, unknown> = {}
const keepInBrowser = vi.hoisted(() => vi.fn())
// The framework, its request (session and peer) and the environment.
vi.mock('@tanstack/react-start', () => import('../../support/web/server-functions.ts'))
vi.mock('@tanstack/react-start/server', () => ({ getRequestHeader: () => undefined }))
vi.mock('~/server/http/config.server.ts', () => ({ config: { apiUrl: 'http://api.example/api/v1' } }))
vi.mock('~/server/http/session.server.ts', () => ({ readToken: () => 'a-token' }))
vi.mock('~/server/http/peer.server.ts', () => ({ peerHeaders: () => ({}) }))
vi.mock('~/server/http/browser-cache.server.ts', () => ({ keepInBrowser }))
vi.mock('~/server/http/upstream.server.ts', () => ({
  fetchUpstream: (request: Request) => {
    asked.push(request.clone())
    return Promise.resolve(Response.json(answers[new URL(request.url).pathname.replace('/api/v1', '')]))
  },
}))
const { countriesQuery, countryNamesQuery } = await import('~/server/countries.functions.ts')
const { statusesQuery } = await import('~/server/jobs.functions.ts')
const { prepareZip } = await import('~/server/interpolation.functions.ts')

beforeEach(() => void (asked.length = 0))
const queries = () => new QueryClient()

test('requests countries with the default parameters', async () => {
  answers['/countries/'] = { content: [], totalElements: 0 }
  await queries().fetchQuery(countriesQuery)
  expect(asked[0]?.method).toBe('GET')
  const { searchParams } = new URL(asked[0]?.url ?? '')
  expect(Object.fromEntries(searchParams)).toEqual({
    limit: '250',
    skip: '0',
    sort_by: 'name',
    sort_order: 'asc',
  })
})

test('gives the names of countries by code in their order, kept by the browser for an hour', async () => {
  const country = (iso3_code: string, name: string) => ({
    iso3_code,
    name,
    iso2_code: null,
    numeric_code: null,
    region: null,
    sub_region: null,
    intermediate_region: null,
    bounds: null,
  })
  answers['/countries/'] = { content: [country('BEN', 'Benin'), country('ABW', 'Curaçao')], totalElements: 2 }
  const names = await queries().fetchQuery(countryNamesQuery)
  expect(Object.entries(names)).toEqual([
    ['BEN', 'Benin'],
    ['ABW', 'Curaçao'],
  ])
  expect(keepInBrowser).toHaveBeenLastCalledWith(3600)
})

test('requests the statuses with their own call', async () => {
  answers['/modeling/v1/jobs/all_status'] = { content: ['pending', 'paused'], totalElements: 2 }
  expect(await queries().fetchQuery(statusesQuery)).toMatchObject({ content: ['pending', 'paused'] })
  expect(asked.map(({ url }) => url)).toEqual(['http://api.example/api/v1/modeling/v1/jobs/all_status'])
})

test.each([
  [[], ['.parquet']],
  [
    ['.tif', 'diagnostics.json'],
    ['.parquet', '.tif', 'diagnostics.json'],
  ],
  [
    ['.parquet', '.csv'],
    ['.parquet', '.csv'],
  ],
])('a zip without %j also excludes parquet files', async (excludedFiles, sent) => {
  const zip = { msg: 'Ready.', url: 'http://x.example/z', expires_at: '2026-11-22', size: 1, files: 1 }
  answers['/modeling/v1/jobs/download-zips'] = zip
  await prepareZip({ data: { job_ids: [7], user_email: { email: 'ada@strata.example' }, excludedFiles } })
  expect(await asked[0]?.json()).toEqual({
    job_ids: [7],
    user_email: { email: 'ada@strata.example' },
    excludedFiles: sent,
  })
})
