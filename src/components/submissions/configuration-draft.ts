import { type Sheet, changesOf } from './sheet.ts'

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

const keyOf = (personId: number) => `strata.configuration.${personId}`

export function keepDraft(personId: number, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(personId), JSON.stringify(draft))
  } catch {
    // The browser has no room or forbids it: only the open page has the edits.
  }
}

export function dropDraft(personId: number): void {
  try {
    sessionStorage.removeItem(keyOf(personId))
  } catch {
    // Without storage there is no draft either.
  }
}

/** As stored, or null. */
export function storedDraft(personId: number): string | null {
  try {
    return sessionStorage.getItem(keyOf(personId))
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

/** Changed cells and removed rows. */
export const changesInDraft = ({ before, sheet }: Pick<Draft, 'before' | 'sheet'>): number =>
  changesOf(before, sheet).length + Math.max(0, before.rows.length - sheet.rows.length)
