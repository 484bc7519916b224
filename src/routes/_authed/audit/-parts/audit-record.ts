import type { AuditEntry } from '#contract/audit.ts'

/** A record by its resource. What has neither a list nor a screen keeps its number. */
const kinds = {
  'access-tokens': { kind: 'other', word: 'Access token' },
  accounts: { kind: 'person', word: 'Person' },
  assets: { kind: 'asset', word: 'Raster' },
  bands: { kind: 'band', word: 'Band' },
  clients: { kind: 'client', word: 'Client' },
  collections: { kind: 'collection', word: 'Band collection' },
  interpolation: { kind: 'product', word: 'Product' },
  jobs: { kind: 'job', word: 'Job' },
  people: { kind: 'person', word: 'Person' },
  'place-groups': { kind: 'placeGroup', word: 'Place group' },
  processed: { kind: 'asset', word: 'Raster' },
  projects: { kind: 'project', word: 'Project' },
  sessions: { kind: 'other', word: 'Session' },
  submissions: { kind: 'submission', word: 'Submission' },
  surveys: { kind: 'survey', word: 'Survey' },
  tags: { kind: 'tag', word: 'Tag' },
  uploads: { kind: 'other', word: 'Upload' },
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
  /** Numbers, or the key of a job. */
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

const MOST = 100
const isId = (id: string) => /^[1-9]\d{0,8}$/.test(id)

/** The ids of one kind that a page of entries shows: the first of each entry, as many as a list accepts. */
export function shownIds(entries: readonly AuditEntry[], kind: AuditRecord['kind']): number[] {
  const ids = entries.flatMap((entry) => {
    const known = recordOf(entry)
    const first = known?.ids[0]
    return known?.kind === kind && first !== undefined && isId(first) ? [Number(first)] : []
  })
  return [...new Set(ids)].slice(0, MOST).toSorted((a, b) => a - b)
}
