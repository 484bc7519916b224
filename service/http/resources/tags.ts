import * as tagList from '#contract/projects/tag-list.ts'
import * as contract from '#contract/projects/tags.ts'
import { change } from '../../domain/tags/change.ts'
import { create } from '../../domain/tags/create.ts'
import { getUse } from '../../domain/tags/get-use.ts'
import { listEvery } from '../../domain/tags/list.ts'
import { merge } from '../../domain/tags/merge.ts'
import { remove } from '../../domain/tags/remove.ts'
import { addTags, removeTags } from '../../domain/tags/tag-jobs.ts'
import { type Route, route } from '../route.ts'

const jobsOf = ({ job_id, job_ids }: { job_id?: number; job_ids?: number[] }) => ({
  jobIds: job_ids ?? (job_id === undefined ? [] : [job_id]),
})

export const tagsRoutes: Route[] = [
  route(tagList.listEveryTag, (_call, { db }) => listEvery(db)),
  route(contract.createTag, ({ body }, { db }) => create(db, body)),
  route(contract.changeTag, ({ params, body }, { db }) => change(db, params.id, body)),
  route(contract.getTagUse, ({ params }, { db }) => getUse(db, params.id)),
  route(contract.mergeTag, ({ params, body }, { db }) => merge(db, params.id, body.into_id)),
  route(contract.deleteTag, ({ params, query }, { db }) => remove(db, params.id, query.even_if_used)),
  route(contract.addTags, ({ body }, { db }) => addTags(db, jobsOf(body), body.tags)),
  route(contract.addSubmissionTags, ({ body }, { db }) =>
    addTags(db, { submissionId: body.submission_id }, body.tags),
  ),
  route(contract.removeTags, ({ body }, { db }) => removeTags(db, jobsOf(body), body.tags)),
  route(contract.removeSubmissionTags, ({ body }, { db }) =>
    removeTags(db, { submissionId: body.submission_id }, body.tags),
  ),
]
