import { z } from 'zod'
import { READERS, defineEndpoint } from '../endpoint.ts'
import { id, listOf, message, visibleName } from '../shapes.ts'

export const VIEW_NAME_MAX = 60
/** Maximum views per person and list. */
export const MAX_VIEWS = 50
/** Characters of a view's query as JSON. */
export const MAX_QUERY_LENGTH = 4000

/** The name of a list's call, e.g. `listJobs`. */
const list = z.string().min(1).max(50)
const name = visibleName.pipe(z.string().max(VIEW_NAME_MAX))
/** Filters, sort and look of the table, as in its address; without what is left at its default. */
const value = z.union([z.string(), z.number(), z.boolean()])
const query = z.record(z.string().min(1).max(50), z.union([value, z.array(value)]))
export type ViewQuery = z.output<typeof query>

const savedView = z.object({
  id: z.number().int(),
  list: z.string(),
  name: z.string(),
  /** What still fits the list; `misfits` is what does not, as `field=value`. */
  query,
  misfits: z.array(z.string()),
  shared: z.boolean(),
  owner_id: z.number().int(),
  owner_name: z.string(),
  /** The caller's default for this list. */
  is_default: z.boolean(),
  /** Whether the caller may rename, share, change and delete it. */
  may_change: z.boolean(),
  updated_at: z.string(),
})
export type SavedView = z.output<typeof savedView>

const common = { resource: 'saved-views', access: READERS, record: null } as const

export const listViews = defineEndpoint({
  ...common,
  name: 'listViews',
  summary: 'List your saved views of a list, and those that others share, by name',
  method: 'GET',
  path: '/views',
  query: z.strictObject({ list }),
  answer: listOf(savedView),
})

export const createView = defineEndpoint({
  ...common,
  name: 'createView',
  audit: 'save-view',
  record: 'result',
  summary: 'Save a view of a list; its name must be unique among your views of the list, ignoring case',
  method: 'POST',
  path: '/views',
  body: z.strictObject({ list, name, query, shared: z.boolean().default(false) }),
  answer: savedView,
})

export const changeView = defineEndpoint({
  ...common,
  name: 'changeView',
  audit: 'change-view',
  record: 'id',
  summary: 'Update a saved view (its owner, or an admin if it is shared)',
  method: 'PUT',
  path: '/views/{id}',
  params: z.object({ id }),
  body: z.strictObject({
    name: name.optional(),
    query: query.optional(),
    shared: z.boolean().optional(),
  }),
  answer: savedView,
})

export const deleteView = defineEndpoint({
  ...common,
  name: 'deleteView',
  audit: 'delete-view',
  record: 'id',
  summary: 'Delete a saved view (its owner, or an admin if it is shared)',
  method: 'DELETE',
  path: '/views/{id}',
  params: z.object({ id }),
  answer: message,
})

export const setDefaultView = defineEndpoint({
  ...common,
  name: 'setDefaultView',
  audit: 'default-view',
  record: 'view_id',
  summary: 'Set the view that a list opens with for you; null removes it',
  method: 'PUT',
  path: '/views/default',
  body: z.strictObject({ list, view_id: id.nullable() }),
  answer: message,
})
