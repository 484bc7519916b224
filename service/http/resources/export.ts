import type { z } from 'zod'
import type { Endpoint, Query } from '#contract/endpoint.ts'
import { exportJobs } from '#contract/lists/export.ts'
import * as exports from '#contract/lists/list-exports.ts'
import { listAssets } from '#contract/rasters/asset-list.ts'
import { listAudit } from '#contract/audit.ts'
import { listBands } from '#contract/rasters/band-list.ts'
import { listClients } from '#contract/projects/client-list.ts'
import { listCollections } from '#contract/rasters/collection-list.ts'
import { listProducts } from '#contract/interpolation/interpolation-list.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listAccounts } from '#contract/accounts/people.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { listProcessed } from '#contract/rasters/processed.ts'
import { listProjects } from '#contract/projects/project-list.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { listSurveys } from '#contract/surveys/survey-list.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { listDatasets } from '#contract/rasters/worldpop-list.ts'
import { listAccounts as accounts } from '../../domain/accounts/list-accounts.ts'
import { list as assets } from '../../domain/assets/list.ts'
import { listEntries as audit } from '../../domain/audit/list.ts'
import { list as bands } from '../../domain/bands/list.ts'
import { list as clients } from '../../domain/clients/list.ts'
import { list as collections } from '../../domain/collections/list.ts'
import { exportAllJobs } from '../../domain/export/export-jobs.ts'
import { type ReadList, exportList } from '../../domain/export/export-list.ts'
import { list as products } from '../../domain/interpolation/list.ts'
import { list as notifications } from '../../domain/notifications/list.ts'
import { listVersions } from '../../domain/place-groups/list-versions.ts'
import { list as processed } from '../../domain/processed/list.ts'
import { list as projects } from '../../domain/projects/list.ts'
import { list as submissions } from '../../domain/submissions/list.ts'
import { list as surveys } from '../../domain/surveys/list.ts'
import { listAllTags } from '../../domain/tags/list.ts'
import { list as datasets } from '../../domain/worldpop/list.ts'
import { type Route, route } from '../route.ts'

type ListEndpoint = Endpoint & { query: z.ZodObject; answer: z.ZodObject }

/** The export of a list reads the list's own verb, page by page. */
const exported = <const L extends ListEndpoint>(
  endpoint: Endpoint & { query: z.ZodObject; answer: 'file' },
  list: L,
  what: string,
  read: ReadList<Query<L>>,
): Route =>
  route(endpoint, ({ query, actor }, { db }) =>
    Promise.resolve(
      exportList(db, {
        what,
        answer: list.answer,
        query: query as never,
        read: read as ReadList<object>,
        personId: actor!.id,
      }),
    ),
  )

export const exportRoutes: Route[] = [
  route(exportJobs, ({ query, actor }, { db }) => Promise.resolve(exportAllJobs(db, query, actor.id))),
  exported(exports.exportAccounts, listAccounts, 'people', accounts),
  exported(exports.exportAssets, listAssets, 'raster-assets', assets),
  exported(exports.exportAudit, listAudit, 'audit', audit),
  exported(exports.exportBands, listBands, 'bands', bands),
  exported(exports.exportClients, listClients, 'clients', clients),
  exported(exports.exportCollections, listCollections, 'collections', collections),
  exported(exports.exportDatasets, listDatasets, 'population-datasets', datasets),
  exported(exports.exportNotifications, listNotifications, 'notifications', (at, query, personId) =>
    notifications(at, personId, query),
  ),
  exported(exports.exportPlaceGroupVersions, listPlaceGroupVersions, 'place-groups', listVersions),
  exported(exports.exportProcessed, listProcessed, 'processed-rasters', processed),
  exported(exports.exportProducts, listProducts, 'products', products),
  exported(exports.exportProjects, listProjects, 'projects', projects),
  exported(exports.exportSubmissions, listSubmissions, 'submissions', submissions),
  exported(exports.exportSurveys, listSurveys, 'surveys', surveys),
  exported(exports.exportTags, listTags, 'tags', listAllTags),
]
