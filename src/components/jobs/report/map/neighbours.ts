import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listProducts } from '#contract/interpolation/interpolation-list.ts'
import { listJobs } from '#contract/jobs/jobs.ts'
import { parseSearch, stringifySearch } from '~/api/search-codec.ts'
import { searchOf } from '~/components/data-table/address/search.ts'
import { productSearch } from '~/components/rasters/product-search.ts'
import { productsQuery } from '~/server/interpolation.functions.ts'
import { jobsQuery } from '~/server/jobs.functions.ts'
import { runNames } from '#common/run-name.ts'

/** A report in a list, and the address of the page that it is on. */
export interface Neighbour {
  jobKey: string
  title: string
  isJob: boolean
  list: string
}
interface Neighbours {
  /** Counts from 1; null if the job is no longer on this page or next to it. */
  place: number | null
  total: number
  previous: Neighbour | null
  next: Neighbour | null
}

/** Rows that are read beyond each end of the page: for its neighbours, and if new jobs have moved the job. */
const MARGIN = 10
const LARGEST = 1000
const jobSearch = searchOf(listJobs)

interface Page {
  limit: number
  skip: number
}
interface Row {
  jobKey: string
  title: string
  /** Not a raster that was checked in. */
  isJob: boolean
}

/** The reports before and after a report in the list at this address. */
export const neighboursQuery = (list: string, jobKey: string) =>
  queryOptions({
    queryKey: ['jobs', 'neighbours', list, jobKey],
    queryFn: ({ client }) => findNeighbours(client, list, jobKey),
    staleTime: 30_000,
  })

async function findNeighbours(client: QueryClient, list: string, jobKey: string): Promise<Neighbours> {
  const { path, search } = splitList(list)
  const { page, rows, total } = await readAround(client, path, search)
  const from = firstOf(page)
  const at = rows.findIndex((row) => row.jobKey === jobKey)
  const neighbour = (step: 1 | -1): Neighbour | null => {
    if (at < 0) return null
    const row = rows[at + step]
    if (!row) return null
    const number = Math.floor((from + at + step) / page.limit) + 1
    const address = path + stringifySearch({ ...search, page: number === 1 ? undefined : number })
    return { ...row, list: address }
  }
  return { place: at < 0 ? null : from + at + 1, total, previous: neighbour(-1), next: neighbour(1) }
}

export function splitList(list: string) {
  const at = list.indexOf('?')
  return at < 0
    ? { path: list, search: {} }
    : { path: list.slice(0, at), search: parseSearch(list.slice(at)) }
}

const firstOf = ({ skip }: Page) => Math.max(0, skip - MARGIN)
const around = (page: Page) => ({
  skip: firstOf(page),
  limit: Math.min(LARGEST, page.skip - firstOf(page) + page.limit + MARGIN),
})

async function readAround(
  client: QueryClient,
  path: string,
  search: object,
): Promise<{ page: Page; rows: Row[]; total: number }> {
  if (path.startsWith('/spatial-catalog')) {
    const page = listProducts.query.parse(productSearch.toQuery(search))
    const answer = await client.fetchQuery(productsQuery({ ...page, ...around(page) }))
    const rows = answer.content.map(({ job_key, title, job_id }) => ({
      jobKey: job_key,
      title,
      isJob: job_id !== null,
    }))
    return { page, rows, total: answer.totalElements }
  }
  const submission = /^\/modeling\/submission\/(\d+)/.exec(path)?.[1]
  const page = listJobs.query.parse({
    ...jobSearch.toQuery(search),
    ...(submission && { submission_id: [submission] }),
  })
  const answer = await client.fetchQuery(jobsQuery({ ...page, ...around(page) }))
  const names = runNames(answer.content)
  const rows = answer.content.map((job) => ({
    jobKey: job.job_key,
    title: names.get(job.id) ?? job.job_key,
    isJob: true,
  }))
  return { page, rows, total: answer.totalElements }
}
