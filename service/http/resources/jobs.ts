import * as difference from '#contract/viewing/job-difference.ts'
import type { Params } from '#contract/endpoint.ts'
import * as final from '#contract/jobs/final.ts'
import * as methods from '#contract/jobs/job-methods.ts'
import * as units from '#contract/jobs/job-units.ts'
import * as outputs from '#contract/jobs/job-outputs.ts'
import { JOB_STATUSES } from '#contract/jobs/job-shapes.ts'
import * as contract from '#contract/jobs/jobs.ts'
import { recordsOf } from '../../domain/audit/records-of.ts'
import { listHistory } from '../../domain/final/list-history.ts'
import { mark } from '../../domain/final/mark.ts'
import { undo } from '../../domain/final/undo.ts'
import { cancel } from '../../domain/jobs/cancel.ts'
import { countJobs } from '../../domain/jobs/count-jobs.ts'
import { getQueueSize } from '../../domain/jobs/get-queue-size.ts'
import { getReport } from '../../domain/jobs/get-report.ts'
import { listAdmData } from '../../domain/jobs/list-adm-data.ts'
import { listNamed } from '../../domain/jobs/list-named.ts'
import { getMethods, getMethodsPage } from '../../domain/jobs/methods/get-methods.ts'
import { page } from '../../domain/jobs/list.ts'
import { findOutput } from '../../domain/outputs/find-output.ts'
import { getOutputValues } from '../../domain/outputs/get-output-values.ts'
import { getUnitsFile } from '../../domain/units/get-units-file.ts'
import { getDifference, renderDifference } from '../../domain/viewing/get-difference.ts'
import { listClusters } from '../../domain/outputs/list-clusters.ts'
import { renderOutputTile } from '../../domain/outputs/render-output-tile.ts'
import { getThumbnail } from '../../domain/thumbnails/get-thumbnail.ts'
import { streamJobEvents } from '../job-event-stream.ts'
import { picture } from '../answers/picture.ts'
import { noteAudit } from '../record-calls.ts'
import { type FileAnswer, type Route, route } from '../route.ts'
import { storedFile } from '../answers/stored-file.ts'

const statuses = { content: [...JOB_STATUSES], totalElements: JOB_STATUSES.length }

export const jobsRoutes: Route[] = [
  route(contract.pageJobs, ({ query }, { db }) => page(db, query)),
  route(contract.countJobs, ({ query }, { db }) => countJobs(db, query)),
  route(contract.listStatuses, () => Promise.resolve(statuses)),
  route(contract.listSources, (_call, { db }) => listNamed(db, 'source')),
  route(contract.listTargets, (_call, { db }) => listNamed(db, 'target')),
  route(contract.getQueueSize, (_call, { db }) => getQueueSize(db)),
  route(contract.getJobReport, ({ params }, { db }) => getReport(db, params.job_key)),
  route(contract.getThumbnail, async ({ params, caller }, services) =>
    picture(`${params.job_key}.png`, await getThumbnail(services, params.job_key, caller)),
  ),
  route(contract.cancelJob, ({ params, actor }, { db }) => cancel(db, actor, params.id)),
  route(methods.getJobMethods, ({ params }, services) => getMethods(services, params.id)),
  route(methods.downloadJobMethods, async ({ params }, services): Promise<FileAnswer> => {
    const { name, content } = await getMethodsPage(services, params.id)
    return {
      name,
      mediaType: 'text/html',
      size: null,
      cacheControl: 'private, no-cache',
      open: () => content,
    }
  }),
  route(outputs.listJobAdmData, ({ params }, { db }) => listAdmData(db, params.id)),
  route(outputs.getJobClusters, ({ params, query, caller }, { db, files }) =>
    listClusters(db, files, params.id, caller, query.max),
  ),
  route(outputs.downloadJob, async ({ params }, { db, files }) =>
    storedFile(files, await findOutput(db, params.id, params.type)),
  ),
  route(units.downloadJobUnits, async ({ params, query, caller }, services): Promise<FileAnswer> => {
    const { content, ...file } = await getUnitsFile(services, params.id, query.format, caller)
    return { ...file, size: null, cacheControl: 'private, no-cache', open: () => content }
  }),
  route(outputs.getJobTile, async ({ params, query, caller }, { db, files }): Promise<FileAnswer> => {
    const { surface, z, x, y } = params
    const tile = await renderOutputTile(db, files, params, query, caller)
    return picture(`${surface}-${z}-${x}-${y}.png`, tile)
  }),
  route(outputs.getJobValue, ({ params, query, caller }, { db, files }) =>
    getOutputValues(db, files, params.id, query, caller),
  ),
  route(difference.getJobDifference, ({ params, caller }, { db, files }) =>
    getDifference(db, files, pairOf(params), caller),
  ),
  route(difference.getJobDifferenceTile, async ({ params, query, caller }, { db, files }) => {
    const { surface, z, x, y } = params
    const pair = { ...pairOf(params), ...query }
    const tile = await renderDifference(db, files, params, pair, caller)
    return picture(`${surface}-difference-${z}-${x}-${y}.png`, tile)
  }),
  route(final.markJobsFinal, ({ body, actor, request }, { db }) => {
    noteAudit(request, { detail: body.reason })
    return mark(db, actor, body)
  }),
  route(final.undoFinalMark, ({ body, actor, request }, { db }) =>
    undo(db, actor, body, (marked) => noteAudit(request, { record: recordsOf('jobs', marked) })),
  ),
  route(final.listFinalHistory, ({ params, query }, { db }) => listHistory(db, params.id, query)),
  route(contract.watchJobs, (call, services) => streamJobEvents(services, call)),
]

const pairOf = ({ id, other, surface }: Params<typeof difference.getJobDifference>) => ({
  one: `job-${id}-${surface}`,
  other: `job-${other}-${surface}`,
})
