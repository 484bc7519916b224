import { type Sheet, changesOf, withNamesOf } from './sheet.ts'

/** An edited configuration, kept in this tab until it is sent or discarded. */
export interface Draft {
  name: string
  title: string
  projectId: number | null
  before: Sheet
  sheet: Sheet
  /** Names of the points files that were attached; a browser cannot keep the files themselves. */
  surveys: readonly string[]
}

/** Where a person's draft is kept: of a new submission, or of one that is run again. */
export const draftKey = (personId: number, submissionId?: number): string =>
  submissionId === undefined
    ? `strata.configuration.${personId}`
    : `strata.configuration.${personId}.${submissionId}`

export function keepDraft(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The browser has no room or forbids it: only the open page has the edits.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Without storage there is no draft either.
  }
}

/** The stored draft, or null. */
export function storedDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function parseDraft(stored: string | null): Draft | null {
  try {
    const draft = JSON.parse(stored ?? 'null') as Draft | null
    return draft && changesInDraft(draft) > 0 ? draft : null
  } catch {
    return null
  }
}

/** Changed cells, renamed and removed columns, and removed rows. */
export function changesInDraft({ before, sheet }: Pick<Draft, 'before' | 'sheet'>): number {
  const cells = changesOf(before, sheet).filter(({ column }) => sheet.columns.includes(column)).length
  const renamed = Object.keys(sheet.renamed ?? {}).length
  const removed = withNamesOf(before, sheet).columns.filter((name) => !sheet.columns.includes(name)).length
  return cells + renamed + removed + Math.max(0, before.rows.length - sheet.rows.length)
}
