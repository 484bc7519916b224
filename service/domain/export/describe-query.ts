/** A separator or a line end in a value would start another cell. */
const inOneCell = (value: unknown) => String(value).replace(/[%",;|\p{Cc}]/gu, encodeURIComponent)

/** Lines before the header: what the file holds, from when, and the query that leads to the same rows. */
export function describeQuery(
  what: string,
  { sort_by, sort_order, ...filters }: Readonly<Record<string, unknown>>,
  now: Date,
): string[] {
  const chosen = Object.entries(filters).flatMap(([field, values]) =>
    [values].flat().flatMap((value) => (value === undefined ? [] : `${field}=${inOneCell(value)}`)),
  )
  return [
    `${what}, exported at ${now.toISOString()}`,
    ...(chosen.length > 0 ? chosen : ['no filters']),
    `sort_by=${inOneCell(sort_by)}`,
    `sort_order=${inOneCell(sort_order)}`,
  ].map((line) => `# ${line}`)
}
