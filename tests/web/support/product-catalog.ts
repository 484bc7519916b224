import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { listUsers } from '#contract/accounts/accounts.ts'
import { FACETS } from '#contract/lists/facets.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { listJobs, listSources, listStatuses, listTargets } from '#contract/jobs/jobs.ts'
import { listCountries } from '#contract/places/countries.ts'
import { listEveryTag } from '#contract/projects/tag-list.ts'
import type { ApiError } from '~/api/api-error.ts'
import { aPerson } from './accounts-fakes.ts'
import { countries } from './catalog-fakes.ts'
import { answer, callsOf, resetApi } from './fake-api.ts'
import { FakeEventSource, aJob, pageOf } from './submission-fakes.ts'

export const CATALOG = '/modeling/product-catalog'
interface ListCall {
  query: { limit: number; skip: number; final?: boolean[] }
}
type Page = { content: Job[]; totalElements: number }
let jobs: (query: ListCall['query']) => Page
let finals: Page
/** Besides the table, the view 'Failed' asks for a count and marking a job as final for the jobs that lose the mark. */
const purposeOf = ({ limit }: ListCall['query']) =>
  limit === 1 ? 'count' : limit === 1000 ? 'finals' : 'table'
export const listQueries = (purpose: 'table' | 'finals' = 'table') =>
  callsOf(listJobs)
    .map(({ query }) => query as ListCall['query'])
    .filter((query) => purposeOf(query) === purpose)
export const lastQuery = () => listQueries().at(-1)
export const answerJobs = (page: typeof jobs) => {
  jobs = page
}
export const showJobs = (content: Job[], total?: number) => answerJobs(() => pageOf(content, total))
export const showFinals = (page: Page) => {
  finals = page
}
export const failWith = (error: ApiError) =>
  answerJobs(() => {
    throw error
  })
export const table = () => screen.findByRole('grid', { name: 'Jobs' })

export function resetCatalog(role = 'staff') {
  resetApi([role])
  finals = pageOf([])
  answer(listJobs, ({ query }: ListCall) => {
    const purpose = purposeOf(query)
    if (purpose === 'table') return jobs(query)
    return purpose === 'finals' ? finals : pageOf<Job>([], 3)
  })
  answer(listSources, pageOf(['DHS', 'MICS']))
  answer(listStatuses, pageOf(['pending', 'running', 'completed', 'failed', 'paused'] as Job['status'][]))
  answer(
    FACETS.listJobs,
    pageOf([
      { value: 'failed', count: 1204 },
      { value: 'BEN', count: 7 },
    ]),
  )
  answer(listTargets, pageOf(['stunting', 'water']))
  answer(listCountries, countries)
  answer(listEveryTag, pageOf([{ id: 1, name: 'pilot', colour: '#1dd3b0' }]))
  answer(listUsers, pageOf([aPerson([]), { ...aPerson([]), id: 2, name: 'Grace Hopper' }]))
}

/** What the catalogue shows at the beginning of a test. */
export function prepareCatalog() {
  resetCatalog()
  showJobs(
    [
      aJob({ id: 11, seed: 3, r2_block: 0.41, coverage_block: 0.9375 }),
      aJob({
        id: 12,
        status: 'failed',
        reason: 'The survey has only 10 clusters; at least 50 are needed.',
      }),
    ],
    31,
  )
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all = []
}
