/** A separator or a line end in a value would start another cell. */
const inOneCell = (value: unknown) => String(value).replace(/[%",;|\p{Cc}]/gu, encodeURIComponent)

/** Lines before the header: what the file holds, from when, and the query that leads to the same rows. */
export function describeQuery(
  what: string,
  { sort_by, sort_order, then_by, ...filters }: Readonly<Record<string, unknown>>,
  now: Date,
): string[] {
  const linesOf = (some: object) =>
    Object.entries(some).flatMap(([field, values]: [string, unknown]) =>
      [values].flat().flatMap((value) => (value === undefined ? [] : `${field}=${inOneCell(value)}`)),
    )
  const chosen = linesOf(filters)
  return [
    `${what}, exported at ${now.toISOString()}`,
    ...(chosen.length > 0 ? chosen : ['no filters']),
    ...linesOf({ sort_by, sort_order, then_by }),
  ].map((line) => `# ${line}`)
}

/** The same on a sheet of their own. */
export const notesOf = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [...lines.map((line) => line.slice(2)), 'Times are UTC.']
