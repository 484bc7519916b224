import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { flag, id, message } from '../shapes.ts'
import { tag } from './tag-list.ts'

export const TAG_NAME_MAX = 50
/** A comma separates tags in a configuration, so tags must not contain one. */
export const tagName = z
  .string()
  .transform((name) => name.trim().replaceAll(/\s+/g, ' '))
  .pipe(
    z
      .string()
      .min(1)
      .max(TAG_NAME_MAX)
      .regex(/^[^,\p{Cc}\p{Cf}]+$/u, 'a name without commas and invisible characters'),
  )
const tagColour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'a colour such as #1dd3b0')
  .transform((colour) => colour.toLowerCase())
export const DEFAULT_TAG_COLOUR = '#51637a'

export const createTag = defineEndpoint({
  name: 'createTag',
  resource: 'tags',
  summary: 'Create a tag; its name must be unique, ignoring case',
  method: 'POST',
  path: '/tags',
  audit: 'create-tag',
  record: 'result',
  body: z.strictObject({ name: tagName, colour: tagColour.default(DEFAULT_TAG_COLOUR) }),
  answer: tag,
})

export const changeTag = defineEndpoint({
  name: 'changeTag',
  resource: 'tags',
  summary: 'Update the name or colour of a tag',
  method: 'PUT',
  path: '/tags/{id}',
  audit: 'change-tag',
  record: 'id',
  params: z.object({ id }),
  body: z.strictObject({ name: tagName.optional(), colour: tagColour.optional() }),
  answer: tag,
})

const tagUse = z.object({
  jobs: z.number().int(),
  submissions: z.number().int(),
  /** Shown in the catalogue: checked-in rasters and final jobs, which have their job's tags. */
  products: z.number().int(),
  /** The newest, at most 20. */
  job_ids: z.array(z.number().int()),
  product_ids: z.array(z.number().int()),
})
export type TagUse = z.output<typeof tagUse>

export const getTagUse = defineEndpoint({
  name: 'getTagUse',
  resource: 'tags',
  summary: 'List where a tag is used',
  method: 'GET',
  path: '/tags/{id}/use',
  record: 'id',
  params: z.object({ id }),
  answer: tagUse,
})

export const mergeTag = defineEndpoint({
  name: 'mergeTag',
  resource: 'tags',
  summary: 'Merge a tag into another and delete it',
  method: 'POST',
  path: '/tags/{id}/merge',
  audit: 'merge',
  record: 'id',
  params: z.object({ id }),
  body: z.strictObject({ into_id: id }),
  answer: message,
})

export const deleteTag = defineEndpoint({
  name: 'deleteTag',
  resource: 'tags',
  summary: 'Delete a tag; if it is in use, even_if_used is required',
  method: 'DELETE',
  path: '/tags/{id}',
  audit: 'delete',
  record: 'id',
  params: z.object({ id }),
  query: z.strictObject({ even_if_used: flag.default(false) }),
  answer: message,
})

const jobIds = z.array(id).min(1).max(1000)
const names = z.array(tagName).min(1).max(20)
const oneJobOrMany = { job_id: id.optional(), job_ids: jobIds.optional(), tags: names }
const JOBS_MISSING = 'Name the jobs: job_id for one, or job_ids for several.'
const namesJobs = (body: { job_id?: number; job_ids?: number[] }) =>
  (body.job_id === undefined) !== (body.job_ids === undefined)

export const addTags = defineEndpoint({
  name: 'addTags',
  resource: 'tags',
  summary: 'Add tags to one or more jobs; unknown tags are created',
  method: 'POST',
  path: '/modeling/v1/tag/add',
  audit: 'add-tags',
  record: ['job_ids', 'job_id'],
  body: z.strictObject(oneJobOrMany).refine(namesJobs, { error: JOBS_MISSING, path: ['job_id'] }),
  answer: message,
})

export const addSubmissionTags = defineEndpoint({
  name: 'addSubmissionTags',
  resource: 'tags',
  summary: 'Add tags to every job of a submission',
  method: 'POST',
  path: '/modeling/v1/tag/add/submission',
  audit: 'add-submission-tags',
  record: 'submission_id',
  recordKind: 'submissions',
  body: z.strictObject({ submission_id: id, tags: names }),
  answer: message,
})

export const removeTags = defineEndpoint({
  name: 'removeTags',
  resource: 'tags',
  summary: 'Remove tags from one or more jobs',
  method: 'POST',
  path: '/modeling/v1/tag/remove',
  audit: 'remove-tags',
  record: ['job_ids', 'job_id'],
  body: z.strictObject(oneJobOrMany).refine(namesJobs, { error: JOBS_MISSING, path: ['job_id'] }),
  answer: message,
})

export const removeSubmissionTags = defineEndpoint({
  name: 'removeSubmissionTags',
  resource: 'tags',
  summary: 'Remove tags from every job of a submission',
  method: 'POST',
  path: '/modeling/v1/tag/remove/submission',
  audit: 'remove-submission-tags',
  record: 'submission_id',
  recordKind: 'submissions',
  body: z.strictObject({ submission_id: id, tags: names }),
  answer: message,
})
