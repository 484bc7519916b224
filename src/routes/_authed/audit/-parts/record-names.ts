import { type QueryClient, useQueries } from '@tanstack/react-query'
import { createContext } from 'react'
import { listAssets } from '#contract/asset-list.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { listBands } from '#contract/band-list.ts'
import { listCollections } from '#contract/collection-list.ts'
import type { Product } from '#contract/interpolation-shapes.ts'
import { listProducts } from '#contract/interpolation-list.ts'
import type { Job } from '#contract/job-shapes.ts'
import { listJobs } from '#contract/jobs.ts'
import { listPlaceGroupVersions, type PlaceGroupVersion } from '#contract/place-group-list.ts'
import { listSubmissions, type Submission } from '#contract/submission-list.ts'
import { listSurveys, type Survey } from '#contract/survey-list.ts'
import { type Dataset, listDatasets } from '#contract/worldpop-list.ts'
import { assetsQuery } from '~/server/assets.functions.ts'
import { bandsQuery } from '~/server/bands.functions.ts'
import { collectionsQuery } from '~/server/collections.functions.ts'
import { productsQuery } from '~/server/interpolation.functions.ts'
import { jobsQuery } from '~/server/jobs.functions.ts'
import { placeGroupsQuery } from '~/server/place-groups.functions.ts'
import { everyClientQuery, everyProjectQuery } from '~/server/projects.functions.ts'
import { submissionsQuery } from '~/server/submissions.functions.ts'
import { surveysQuery } from '~/server/surveys.functions.ts'
import { tagsQuery } from '~/server/tags.functions.ts'
import { usersQuery } from '~/server/users.functions.ts'
import { datasetsQuery } from '~/server/worldpop.functions.ts'
import { type RecordKind, shownIds } from './audit-record.ts'

type NamedKind = Exclude<RecordKind, 'other'>
interface Names {
  /** Names by id. */
  found: ReadonlyMap<string, string>
  /** Requested, and not there: deleted, or never there. */
  missing: ReadonlySet<string>
}
/** A job's key, a submission's title, a person's name … of the records that exist. */
type RecordNames = Readonly<Record<NamedKind, Names>>

interface Listed {
  found: Names['found']
  /** Not cut off at the list's limit. */
  isWhole: boolean
}

interface Asked {
  id: number[]
  limit: number
}

const byId =
  <T extends { id: number }>(nameOf: (one: T) => string) =>
  ({ content, totalElements }: { content: readonly T[]; totalElements?: number }): Listed => ({
    found: new Map(content.map((one) => [String(one.id), nameOf(one)])),
    isWhole: content.length >= (totalElements ?? 0),
  })
/** Kept: a query whose `select` is another function each time renders its component without end. */
const ownName = byId<{ id: number; name: string }>(({ name }) => name)
const selectors = {
  dataset: byId<Dataset>((one) => `${one.country} ${one.year}, ${one.resolution}`),
  job: byId<Job>(({ job_key }) => job_key),
  placeGroup: byId<PlaceGroupVersion>((one) => `${one.country} ${one.place_type} ${one.version}`),
  product: byId<Product>(({ title }) => title),
  submission: byId<Submission>(({ title }) => title),
  survey: byId<Survey>((one) => `${one.country} ${one.source} ${one.source_wave}`),
}

/** The list of the records with these ids, or of all where there are few. */
const SOURCES = {
  asset: (asked: Asked) => ({ ...assetsQuery(listAssets.query.parse(asked)), select: ownName }),
  band: (asked: Asked) => ({ ...bandsQuery(listBands.query.parse(asked)), select: ownName }),
  client: () => ({ ...everyClientQuery, select: ownName }),
  collection: (asked: Asked) => ({
    ...collectionsQuery(listCollections.query.parse(asked)),
    select: ownName,
  }),
  dataset: (asked: Asked) => ({
    ...datasetsQuery(listDatasets.query.parse(asked)),
    select: selectors.dataset,
  }),
  job: (asked: Asked) => ({
    ...jobsQuery(listJobs.query.parse(asked)),
    select: selectors.job,
  }),
  person: () => ({ ...usersQuery, select: ownName }),
  placeGroup: (asked: Asked) => ({
    ...placeGroupsQuery(listPlaceGroupVersions.query.parse({ ...asked, active_only: false })),
    select: selectors.placeGroup,
  }),
  product: (asked: Asked) => ({
    ...productsQuery(listProducts.query.parse(asked)),
    select: selectors.product,
  }),
  project: () => ({ ...everyProjectQuery, select: ownName }),
  submission: (asked: Asked) => ({
    ...submissionsQuery(listSubmissions.query.parse(asked)),
    select: selectors.submission,
  }),
  survey: (asked: Asked) => ({
    ...surveysQuery(listSurveys.query.parse(asked)),
    select: selectors.survey,
  }),
  tag: () => ({ ...tagsQuery, select: ownName }),
}

const none: Names = { found: new Map(), missing: new Set() }
const noNames = Object.fromEntries(Object.keys(SOURCES).map((kind) => [kind, none])) as unknown as RecordNames

export const NamesOfRecords = createContext<RecordNames>(noNames)

/** For each kind of record that a page names, its query. A filter accepts no empty list: without ids nothing is requested. */
const queriesFor = (entries: readonly AuditEntry[]) =>
  (Object.keys(SOURCES) as NamedKind[]).flatMap((kind) => {
    const id = shownIds(entries, kind)
    // The details of entries name people too.
    const isNamed = id.length > 0 || kind === 'person'
    return isNamed ? [{ kind, id, query: SOURCES[kind]({ id, limit: 100 }) }] : []
  })

/** For the loader: names that came after their rows would change the widths of the columns. */
export async function prefetchRecordNames(
  client: QueryClient,
  entries: readonly AuditEntry[],
): Promise<void> {
  await Promise.all(queriesFor(entries).map(({ query }) => client.prefetchQuery(query as never)))
}

/** The current names of a page's records. One that is missing, or not loaded yet, keeps its id. */
export function useRecordNames(entries: readonly AuditEntry[]): RecordNames {
  const asked = queriesFor(entries)
  const results = useQueries({ queries: asked.map(({ query }) => query as { queryKey: readonly unknown[] }) })
  const named = asked.map(({ kind, id }, i) => [kind, namesOf(id, results[i]?.data as Listed | undefined)])
  return { ...noNames, ...Object.fromEntries(named) }
}

function namesOf(asked: readonly number[], listed: Listed | undefined): Names {
  if (!listed) return none
  const { found, isWhole } = listed
  return { found, missing: new Set(isWhole ? asked.map(String).filter((id) => !found.has(id)) : []) }
}
