import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#contract/endpoint.ts'
import { listJobs } from '#contract/jobs/jobs.ts'
import { SEARCH_MAX_LENGTH } from '#contract/search.ts'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { fetchJobs, targetsQuery } from '~/server/jobs.functions.ts'
import { searchQuery } from '~/server/search.functions.ts'
import { meaningsOf } from './job-meanings.ts'

/** Maximum jobs, the latest first, for each meaning of the text. */
export const MOST_JOBS = 50

interface FoundJobs {
  jobs: Answer<typeof listJobs>['content']
  /** There are more than were asked for. */
  more: boolean
}

/** Completed jobs for a text, or the latest ones without; of this country unless the text names another, an id or a key. */
export const foundJobsQuery = (text: string, country: string | undefined) =>
  queryOptions({
    queryKey: ['jobs', 'found', text, country],
    queryFn: ({ client, signal }) => findJobs(client, text, country, signal),
    placeholderData: keepPreviousData,
  })

async function findJobs(
  client: QueryClient,
  text: string,
  country: string | undefined,
  signal: AbortSignal,
): Promise<FoundJobs> {
  const queries = text === '' ? [{ iso3_code: country }] : await queriesOf(client, text, country)
  const answers = await Promise.all(queries.map((query) => fetchJobs({ data: toQuery(query), signal })))
  const jobs = new Map(answers.flatMap(({ content }) => content.map((job) => [job.id, job] as const)))
  return {
    jobs: [...jobs.values()],
    more: answers.some(({ content, totalElements }) => totalElements > content.length),
  }
}

/** By id and key first: the search of the command palette. Then by country, target and description. */
async function queriesOf(client: QueryClient, text: string, country: string | undefined) {
  const [results, countries, { content: targets }] = await Promise.all([
    client.fetchQuery(searchQuery(text.slice(0, SEARCH_MAX_LENGTH))),
    client.fetchQuery(countryNamesQuery),
    client.fetchQuery(targetsQuery),
  ])
  const byKey = results.jobs.length > 0 ? [{ id: results.jobs.map(({ id }) => id) }] : []
  return [...byKey, ...meaningsOf(text, { countries, targets }, country)]
}

const toQuery = (filters: object) =>
  listJobs.query.parse({ ...filters, status: ['completed'], sort_order: 'desc', limit: MOST_JOBS })
