import type { AuditEntry } from '#contract/audit.ts'

/** What a record is, in words: `place-groups:3` is 'Place group 3'. */
const kinds: Readonly<Record<string, string>> = {
  'access-tokens': 'Access token',
  accounts: 'Person',
  assets: 'Raster',
  bands: 'Band',
  clients: 'Client',
  collections: 'Band collection',
  interpolation: 'Product',
  'place-groups': 'Place group',
  processed: 'Raster',
  projects: 'Project',
  sessions: 'Session',
  surveys: 'Survey',
  tags: 'Tag',
  uploads: 'Upload',
  worldpop: 'Population dataset',
}

/** Calls of other resources that name their jobs or submissions. */
const jobCalls = new Set(['add-tags', 'remove-tags', 'track', 'link-job-output'])
const submissionCalls = new Set(['add-submission-tags', 'remove-submission-tags', 'run-again', 'run-file'])

export interface AuditRecord {
  kind: 'job' | 'submission' | 'person' | 'other'
  /** The label of the kind `other`. */
  word: string
  /** Numbers, or the key of a job. */
  ids: readonly string[]
}

/** `jobs:42,43` → what these are, in the screens' terms. Undefined: not a record of a known form. */
export function recordOf({ action, record }: Pick<AuditEntry, 'action' | 'record'>): AuditRecord | undefined {
  const [, resource, list] = /^([a-z-]+):([\w,-]+)$/.exec(record ?? '') ?? []
  const ids = list?.split(',').filter(Boolean) ?? []
  if (resource === undefined || ids.length === 0) return undefined
  if (resource === 'submissions' || submissionCalls.has(action)) return { kind: 'submission', word: '', ids }
  if (resource === 'jobs' || resource === 'zips' || jobCalls.has(action))
    return { kind: 'job', word: '', ids }
  if (resource === 'people' || resource === 'users') return { kind: 'person', word: '', ids }
  const word = Object.hasOwn(kinds, resource) ? kinds[resource] : undefined
  return word === undefined ? undefined : { kind: 'other', word, ids }
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
