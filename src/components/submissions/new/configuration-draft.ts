import { CONFIGURATION_DRAFT } from '~/components/form/kept-draft.ts'
import { type Sheet, changesOf, withNamesOf } from '~/components/submissions/sheet/sheet.ts'

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
    ? `${CONFIGURATION_DRAFT}${personId}`
    : `${CONFIGURATION_DRAFT}${personId}.${submissionId}`

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
