import type { Query } from '#contract/endpoint.ts'
import { EXPORTED_LISTS, EXPORTS, type ExportedList, exportJobs } from '#contract/lists/export.ts'
import { LISTS, type ListOf } from '#contract/lists.ts'
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

/** The export of a list reads the list's own verb, page by page. */
const VERBS: { [N in ExportedList]: ReadList<Query<ListOf<N>>> } = {
  listAccounts: accounts,
  listAssets: assets,
  listAudit: audit,
  listBands: bands,
  listClients: clients,
  listCollections: collections,
  listDatasets: datasets,
  listNotifications: (at, query, personId) => notifications(at, personId, query),
  listPlaceGroupVersions: listVersions,
  listProcessed: processed,
  listProducts: products,
  listProjects: projects,
  listSubmissions: submissions,
  listSurveys: surveys,
  listTags: listAllTags,
}

export const exportRoutes: Route[] = [
  route(exportJobs, ({ query, actor }, { db }) => Promise.resolve(exportAllJobs(db, query, actor.id))),
  ...EXPORTED_LISTS.map((name) =>
    route(EXPORTS[name], ({ query, actor }, { db }) =>
      Promise.resolve(
        exportList(db, {
          what: LISTS[name].file,
          answer: LISTS[name].list.answer,
          query: query as never,
          read: VERBS[name] as ReadList<object>,
          personId: actor.id,
        }),
      ),
    ),
  ),
]
