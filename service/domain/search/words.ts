import { type SQL, type SQLWrapper, and } from '#drizzle'
import { contains } from '../../db/list-query.ts'

const MAX_WORDS = 8
const MAX_ID = 2_147_483_647
/** Without three letters or digits in a row, which the index of trigrams needs, 'contains' would read every row. */
const INDEXED = /[\p{L}\p{N}]{3}/u
/** Keys have no other characters. */
const INDEXED_KEY = /[a-z0-9]{3}/i

export const isIndexed = (text: string) => INDEXED.test(text)
export const isIndexedKey = (text: string) => INDEXED_KEY.test(text)

/** The words of a text, without the dots between the parts of a title. */
export const wordsOf = (text: string): string[] => {
  const words = text.split(/\s+/).slice(0, MAX_WORDS)
  const named = words.filter((word) => word !== '·')
  return named.length > 0 ? named : words
}

/** What people call each kind of record. */
const KINDS = {
  job: ['job', 'layer', 'run', 'report'],
  submission: ['submission'],
  survey: ['survey'],
  raster: ['raster'],
  band: ['band'],
  collection: ['collection', 'stack'],
  dataset: ['dataset', 'population'],
  product: ['product'],
  project: ['project'],
} as const
export type Kind = keyof typeof KINDS

/** 'cameroon survey' → 'cameroon' among surveys; a word that only names the kind is searched for like any other. */
export function withoutKind(text: string, kind: Kind): string {
  const names: readonly string[] = KINDS[kind]
  const others = wordsOf(text).filter((word) => !names.includes(word.toLowerCase().replace(/s$/, '')))
  return others.length > 0 ? others.join(' ') : text
}

/** The column contains every word. */
export const matches = (column: SQLWrapper, text: string): SQL =>
  and(...wordsOf(text).map((word) => contains(column, word))) as SQL

/** '42' or '#42'; null for anything else. */
export function idIn(text: string): number | null {
  const digits = /^#?([1-9]\d{0,9})$/.exec(text)?.[1]
  return digits === undefined || Number(digits) > MAX_ID ? null : Number(digits)
}
