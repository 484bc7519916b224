/** What was typed into a form, by field; kept in this tab only, because it is of one person and one page. */
export type Draft = Readonly<Record<string, unknown>>

const PREFIX = 'strata.draft.'
/** Followed by the person's id, as in every draft's key. */
export const CONFIGURATION_DRAFT = 'strata.configuration.'
const PREFIXES = [PREFIX, CONFIGURATION_DRAFT]

type Values = Record<string, unknown>

/** Passwords are written nowhere, and a browser cannot keep a file. */
const mayKeep = (name: string, value: unknown) =>
  !/password|token/i.test(name) && !(value instanceof Blob) && value !== undefined

/** The values that differ from those that the form began with. */
export function draftOf(values: Values, defaults: Values): Draft {
  const entries = Object.entries(values).filter(([name, value]) => mayKeep(name, value))
  return Object.fromEntries(
    entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name])),
  )
}

export const isEmpty = (draft: Draft): boolean => Object.keys(draft).length === 0

/** Forms at one address differ in what they begin with, or in the record that they change. */
export function draftKeyOf(
  personId: number,
  pathname: string,
  defaults: Values,
  record: string | number = '',
): string {
  const begun = Object.entries(defaults).filter(([name, value]) => mayKeep(name, value))
  return `${PREFIX}${personId}.${pathname} ${record} ${JSON.stringify(Object.fromEntries(begun))}`
}

export function keepDraft(key: string, draft: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The browser has no room or forbids it: only the open page has what was typed.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Without storage there is no draft either.
  }
}

export function storedDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** A form's draft, or null. */
export function readDraft(key: string): Draft | null {
  const stored = storedDraft(key)
  return stored === null ? null : (JSON.parse(stored) as Draft)
}

/** Drops the drafts of everybody, or of everybody else. */
export function forgetDrafts(exceptPersonId?: number): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const owner = PREFIXES.map((prefix) => key.startsWith(prefix) && parseInt(key.slice(prefix.length), 10))
      if (owner.some((id) => id !== false && id !== exceptPersonId)) sessionStorage.removeItem(key)
    }
  } catch {
    // Without storage there are no drafts.
  }
}
