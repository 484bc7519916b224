import { z } from 'zod'
import { listAssets } from '../rasters/asset-list.ts'
import { listAudit } from '../audit.ts'
import { listBands } from '../rasters/band-list.ts'
import { listCollections } from '../rasters/collection-list.ts'
import { type Endpoint, LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { FACET_FIELDS } from './facet-fields.ts'
import { listProducts } from '../interpolation/interpolation-list.ts'
import { listJobs } from '../jobs/jobs.ts'
import { besideList, listedRecords } from './beside-list.ts'
import { listAccounts } from '../accounts/people.ts'
import { listPlaceGroupVersions } from '../places/place-group-list.ts'
import { listProcessed } from '../rasters/processed.ts'
import { listProjects } from '../projects/project-list.ts'
import { type listQuery, listOf } from '../shapes.ts'
import { listSubmissions } from '../submissions/submission-list.ts'
import { listSurveys } from '../surveys/survey-list.ts'
import { listDatasets } from '../rasters/worldpop-list.ts'

/** The most frequent values that are answered. */
export const MAX_FACETS = 300

const facets = listOf(z.object({ value: z.string(), count: z.number().int() }))

type ListEndpoint = Endpoint & { name: `list${string}`; query: z.ZodObject }
type PagingField = 'limit' | 'skip' | 'sort_by' | 'sort_order' | 'then_by'
/** A list's filters and the one to count by. */
type FacetQuery<Q extends z.ZodObject, F extends string> = z.ZodObject<
  Omit<Q['shape'], PagingField> & { field: z.ZodEnum<{ [K in F]: K }> },
  z.core.$strict
>

/** The counts of a list: the same filters, the same people, the path of the list and `/facets`. */
function facetsOf<const E extends ListEndpoint, const F extends string>(list: E, fields: readonly F[]) {
  const query = (list.query as unknown as ReturnType<typeof listQuery>)
    .omit({ limit: true, skip: true, sort_by: true, sort_order: true, then_by: true })
    .extend({ field: z.enum(fields) })
  return defineEndpoint({
    name: `${list.name.replace(/s$/, '')}Facets`,
    resource: list.resource,
    summary: `Count ${listedRecords(list)} by a field, the ${MAX_FACETS} most frequent values; the list's other filters apply`,
    method: 'GET',
    path: besideList(list, 'facets'),
    access: list.access,
    query: query as unknown as FacetQuery<E['query'], F>,
    answer: facets,
    timeoutMs: LIST_TIMEOUT_MS,
  })
}

export const listAccountFacets = facetsOf(listAccounts, FACET_FIELDS.listAccounts)
export const listAssetFacets = facetsOf(listAssets, FACET_FIELDS.listAssets)
export const listAuditFacets = facetsOf(listAudit, FACET_FIELDS.listAudit)
export const listBandFacets = facetsOf(listBands, FACET_FIELDS.listBands)
export const listCollectionFacets = facetsOf(listCollections, FACET_FIELDS.listCollections)
export const listDatasetFacets = facetsOf(listDatasets, FACET_FIELDS.listDatasets)
export const listJobFacets = facetsOf(listJobs, FACET_FIELDS.listJobs)
export const listPlaceGroupVersionFacets = facetsOf(
  listPlaceGroupVersions,
  FACET_FIELDS.listPlaceGroupVersions,
)
export const listProcessedFacets = facetsOf(listProcessed, FACET_FIELDS.listProcessed)
export const listProductFacets = facetsOf(listProducts, FACET_FIELDS.listProducts)
export const listProjectFacets = facetsOf(listProjects, FACET_FIELDS.listProjects)
export const listSubmissionFacets = facetsOf(listSubmissions, FACET_FIELDS.listSubmissions)
export const listSurveyFacets = facetsOf(listSurveys, FACET_FIELDS.listSurveys)
