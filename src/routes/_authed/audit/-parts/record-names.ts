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
type Names = ReadonlyMap<string, string>
/** By id: a job's key, a submission's title, a person's name … of the records that exist. */
export type RecordNames = Readonly<Record<NamedKind, Names>>

/** Records with these ids; the lists of what there is little of answer all records. */
type Asked = { id: number[]; limit: number }

const byId =
  <T extends { id: number }>(nameOf: (one: T) => string) =>
  ({ content }: { content: readonly T[] }): Names =>
    new Map(content.map((one) => [String(one.id), nameOf(one)]))
const ownName = byId<{ id: number; name: string }>(({ name }) => name)
const layerName = (one: { country: string; source: string; source_wave: string }) =>
  `${one.country} ${one.source} ${one.source_wave}`

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
    select: byId<Dataset>((one) => `${one.country} ${one.year}, ${one.resolution}`),
  }),
  job: (asked: Asked) => ({
    ...jobsQuery(listJobs.query.parse(asked)),
    select: byId<Job>(({ job_key }) => job_key),
  }),
  person: () => ({ ...usersQuery, select: ownName }),
  placeGroup: (asked: Asked) => ({
    ...placeGroupsQuery(listPlaceGroupVersions.query.parse({ ...asked, active_only: false })),
    select: byId<PlaceGroupVersion>((one) => `${one.country} ${one.place_type} ${one.version}`),
  }),
  product: (asked: Asked) => ({
    ...productsQuery(listProducts.query.parse(asked)),
    select: byId<Product>(({ title }) => title),
  }),
  project: () => ({ ...everyProjectQuery, select: ownName }),
  submission: (asked: Asked) => ({
    ...submissionsQuery(listSubmissions.query.parse(asked)),
    select: byId<Submission>(({ title }) => title),
  }),
  survey: (asked: Asked) => ({
    ...surveysQuery(listSurveys.query.parse(asked)),
    select: byId<Survey>(layerName),
  }),
  tag: () => ({ ...tagsQuery, select: ownName }),
}
const KINDS = Object.keys(SOURCES) as NamedKind[]

const none: Names = new Map()
const namesOf = (maps: readonly (Names | undefined)[]) =>
  Object.fromEntries(KINDS.map((kind, i) => [kind, maps[i] ?? none])) as RecordNames

export const NamesOfRecords = createContext<RecordNames>(namesOf([]))

/** The queries for the names of a page's records. A filter accepts no empty list: without ids nothing is requested. */
const queriesFor = (entries: readonly AuditEntry[]) =>
  KINDS.map((kind) => {
    const id = shownIds(entries, kind)
    // The details of entries name people too.
    const enabled = id.length > 0 || kind === 'person'
    return { ...SOURCES[kind]({ id: enabled ? id : [1], limit: 100 }), enabled }
  })

/** For the loader: names that came after their rows would change the widths of the columns. */
export async function prefetchRecordNames(
  client: QueryClient,
  entries: readonly AuditEntry[],
): Promise<void> {
  const asked = queriesFor(entries).filter(({ enabled }) => enabled)
  await Promise.all(asked.map((query) => client.prefetchQuery(query as never)))
}

/** The current names of a page's records. A deleted one, or one that is not loaded yet, keeps its id. */
export function useRecordNames(entries: readonly AuditEntry[]): RecordNames {
  const results = useQueries({ queries: queriesFor(entries) as { queryKey: readonly unknown[] }[] })
  return namesOf(results.map(({ data }) => data as Names | undefined))
}
