/** Larger files are not read here: their property names must be typed. */
const MAX_BYTES = 20 * 2 ** 20
const SAMPLE = 500

export interface FoundProperties {
  names: string[]
  /** Number of features; undefined if the file was not read. */
  features?: number
  /** The fields' probable names; undefined if nothing fits. */
  name?: string
  code?: string
  /** The code of the unit above: a code that repeats. */
  parent?: string
}

/** Names of the features' properties in a GeoJSON file; empty for other files. */
export async function readProperties(file: File): Promise<FoundProperties> {
  if (file.size > MAX_BYTES || !/\.(geo)?json$/i.test(file.name)) return { names: [] }
  try {
    return propertiesOf(JSON.parse(await file.text()))
  } catch {
    // The service reports what is wrong with the file.
    return { names: [] }
  }
}

export function propertiesOf(content: unknown): FoundProperties {
  const { type, features: list } = (content ?? {}) as { type?: unknown; features?: unknown }
  const features: unknown = type === 'Feature' ? [content] : list
  if (!Array.isArray(features)) return { names: [] }
  const rows = features.slice(0, SAMPLE).map((one: { properties?: unknown } | null) => {
    const properties = one?.properties
    return typeof properties === 'object' && properties !== null
      ? (properties as Record<string, unknown>)
      : {}
  })
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const values = (name: string) => rows.map((row) => row[name])
  const filled = (name: string) =>
    values(name).every((value) => value !== undefined && value !== null && value !== '')
  const unique = (name: string) => new Set(values(name)).size === rows.length
  const textual = (name: string) =>
    values(name).every((value) => typeof value === 'string' && /\p{L}/u.test(value))
  const codes = names.filter((name) => filled(name) && unique(name))
  const titles = names.filter((name) => filled(name) && textual(name))
  // The exact names also of a file whose values have errors: the check says which.
  const code =
    exactly(names, 'code') ?? codes.find((name) => /code|pcode|^id$|_id$|gid/i.test(name)) ?? codes[0]
  const name =
    exactly(names, 'name') ??
    titles.find((one) => /name/i.test(one) && unique(one)) ??
    titles.find((one) => unique(one) && !/code|id$/i.test(one)) ??
    titles[0]
  const parents = names.filter(
    (one) => one !== code && one !== name && filled(one) && !unique(one) && /code|_id$/i.test(one),
  )
  return { names, features: features.length, code, name, ...(parents.length === 1 && { parent: parents[0] }) }
}

const exactly = (names: readonly string[], target: string) =>
  names.find((name) => name.toLowerCase() === target)

/** A version's name from that of its file: its letters, digits, spaces, dots and dashes. */
export const versionOf = (file: string): string =>
  file
    .replace(/\.[a-z]+$/i, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 100)
    .trim()
