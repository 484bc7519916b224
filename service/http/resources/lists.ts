import type { z } from 'zod'
import type { Endpoint, Query, Role } from '#contract/endpoint.ts'
import { EXPORTED_LISTS, EXPORTS, exportJobs } from '#contract/lists/export.ts'
import type { CountedList } from '#contract/lists/facet-fields.ts'
import { COUNTED_LISTS, FACETS } from '#contract/lists/facets.ts'
import { LISTS, LIST_NAMES, type ListName, type ListOf } from '#contract/lists.ts'
import type { PageOf } from '../../domain/export/read-pages.ts'
import { listAccounts as accounts } from '../../domain/accounts/list-accounts.ts'
import { listFacets as accountsFacets } from '../../domain/accounts/list-facets.ts'
import { listFacets as assetsFacets } from '../../domain/assets/list-facets.ts'
import { list as assets } from '../../domain/assets/list.ts'
import { listFacets as auditFacets } from '../../domain/audit/list-facets.ts'
import { listEntries as audit } from '../../domain/audit/list.ts'
import { listFacets as bandsFacets } from '../../domain/bands/list-facets.ts'
import { list as bands } from '../../domain/bands/list.ts'
import { list as clients } from '../../domain/clients/list.ts'
import { listFacets as collectionsFacets } from '../../domain/collections/list-facets.ts'
import { list as collections } from '../../domain/collections/list.ts'
import { exportAllJobs } from '../../domain/export/export-jobs.ts'
import { type ReadList, exportList } from '../../domain/export/export-list.ts'
import { listFacets as productsFacets } from '../../domain/interpolation/list-facets.ts'
import { list as products } from '../../domain/interpolation/list.ts'
import { listFacets as jobsFacets } from '../../domain/jobs/list-facets.ts'
import { list as jobs } from '../../domain/jobs/list.ts'
import { list as notifications } from '../../domain/notifications/list.ts'
import {
  listVersions as placeGroupVersions,
  listFacets as placeGroupVersionsFacets,
} from '../../domain/place-groups/list-versions.ts'
import { list as processed, listFacets as processedFacets } from '../../domain/processed/list.ts'
import { list as projects, listFacets as projectsFacets } from '../../domain/projects/list.ts'
import { listFacets as submissionsFacets } from '../../domain/submissions/list-facets.ts'
import { list as submissions } from '../../domain/submissions/list.ts'
import { listFacets as surveysFacets } from '../../domain/surveys/list-facets.ts'
import { list as surveys } from '../../domain/surveys/list.ts'
import { listAllTags as tags } from '../../domain/tags/list.ts'
import { list as datasets, listFacets as datasetsFacets } from '../../domain/worldpop/list.ts'
import { type Route, route } from '../route.ts'

const READ: { [N in ListName]: ReadList<Query<ListOf<N>>> } = {
  listAccounts: accounts,
  listAssets: assets,
  listAudit: audit,
  listBands: bands,
  listClients: clients,
  listCollections: collections,
  listDatasets: datasets,
  listJobs: jobs,
  listNotifications: (at, query, personId) => notifications(at, personId, query),
  listPlaceGroupVersions: placeGroupVersions,
  listProcessed: processed,
  listProducts: products,
  listProjects: projects,
  listSubmissions: submissions,
  listSurveys: surveys,
  listTags: tags,
}

const COUNT: { [N in CountedList]: ReadList<Query<(typeof FACETS)[N]>> } = {
  listAccounts: accountsFacets,
  listAssets: assetsFacets,
  listAudit: auditFacets,
  listBands: bandsFacets,
  listCollections: collectionsFacets,
  listDatasets: datasetsFacets,
  listJobs: jobsFacets,
  listPlaceGroupVersions: placeGroupVersionsFacets,
  listProcessed: processedFacets,
  listProducts: productsFacets,
  listProjects: projectsFacets,
  listSubmissions: submissionsFacets,
  listSurveys: surveysFacets,
}

type Table = Endpoint & { access: readonly Role[]; answer: z.ZodType<PageOf<unknown>> }
const tableRoute = (endpoint: Table, read: unknown): Route =>
  route(endpoint, ({ query, actor }, { db }) => (read as ReadList<unknown>)(db, query, actor.id))

/** The tables of the web application, and the counts and exports of each; an export reads the list's verb, page by page. */
export const listRoutes: Route[] = [
  ...LIST_NAMES.map((name) => tableRoute(LISTS[name].list, READ[name])),
  ...COUNTED_LISTS.map((name) => tableRoute(FACETS[name], COUNT[name])),
  route(exportJobs, ({ query, actor }, { db }) => Promise.resolve(exportAllJobs(db, query, actor.id))),
  ...EXPORTED_LISTS.map((name) =>
    route(EXPORTS[name], ({ query, actor }, { db }) =>
      Promise.resolve(
        exportList(db, {
          what: LISTS[name].file,
          answer: LISTS[name].list.answer,
          query: query as never,
          read: READ[name] as ReadList<object>,
          personId: actor.id,
        }),
      ),
    ),
  ),
]
