import type { AuditEntry } from './audit.ts'

/** A record by its resource. Sessions have no name, and keep their number. */
const kinds = {
  'access-tokens': { kind: 'accessToken', word: 'Access token' },
  accounts: { kind: 'person', word: 'Person' },
  assets: { kind: 'asset', word: 'Raster' },
  'band-uploads': { kind: 'bandUpload', word: 'Bulk upload' },
  bands: { kind: 'band', word: 'Band' },
  clients: { kind: 'client', word: 'Client' },
  collections: { kind: 'collection', word: 'Band collection' },
  interpolation: { kind: 'product', word: 'Product' },
  jobs: { kind: 'job', word: 'Job' },
  people: { kind: 'person', word: 'Person' },
  'place-groups': { kind: 'placeGroup', word: 'Place group' },
  processed: { kind: 'asset', word: 'Raster' },
  projects: { kind: 'project', word: 'Project' },
  'saved-views': { kind: 'view', word: 'Saved view' },
  sessions: { kind: 'session', word: 'Session' },
  submissions: { kind: 'submission', word: 'Submission' },
  surveys: { kind: 'survey', word: 'Survey' },
  tags: { kind: 'tag', word: 'Tag' },
  uploads: { kind: 'upload', word: 'Upload' },
  users: { kind: 'person', word: 'Person' },
  worldpop: { kind: 'dataset', word: 'Population dataset' },
  zips: { kind: 'job', word: 'Job' },
} as const
type Known = (typeof kinds)[keyof typeof kinds]
export type RecordKind = Known['kind']

/** Calls of other resources that name their jobs or submissions. */
const jobCalls = new Set(['add-tags', 'remove-tags', 'track', 'link-job-output'])
const submissionCalls = new Set(['add-submission-tags', 'remove-submission-tags', 'run-again', 'run-file'])

export interface AuditRecord {
  kind: RecordKind
  /** `place-groups:3` is 'Place group 3'. */
  word: string
  /** Numbers, the key of a job or the UUID of an upload. */
  ids: readonly string[]
}

/** `jobs:42,43` → what these are, in the screens' terms. Undefined: not a record of a known form. */
export function recordOf({ action, record }: Pick<AuditEntry, 'action' | 'record'>): AuditRecord | undefined {
  const [, resource, list] = /^([a-z-]+):([\w,-]+)$/.exec(record ?? '') ?? []
  const ids = list?.split(',').filter(Boolean) ?? []
  if (resource === undefined || ids.length === 0) return undefined
  if (submissionCalls.has(action)) return { ...kinds.submissions, ids }
  if (jobCalls.has(action)) return { ...kinds.jobs, ids }
  return Object.hasOwn(kinds, resource) ? { ...kinds[resource as keyof typeof kinds], ids } : undefined
}
