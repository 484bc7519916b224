interface Packed {
  fields: string[]
  rows: unknown[][]
}

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** A list with the names of its rows' fields once instead of in each row; anything else unchanged. */
export function packRows(data: unknown): unknown {
  const content = isRow(data) ? data['content'] : undefined
  if (!Array.isArray(content) || content.length === 0 || !content.every(isRow)) return data
  const fields = Object.keys(content[0]!)
  const isAlike = (row: Row) =>
    Object.keys(row).length === fields.length && fields.every((field) => Object.hasOwn(row, field))
  if (!content.every(isAlike)) return data
  const packed: Packed = { fields, rows: content.map((row) => fields.map((field) => row[field])) }
  return { ...(data as Row), content: packed }
}

/** What `packRows` was given. */
export function unpackRows(data: unknown): unknown {
  const content = isRow(data) ? data['content'] : undefined
  if (!isRow(content) || !Array.isArray(content['rows'])) return data
  const { fields, rows } = content as unknown as Packed
  return {
    ...(data as Row),
    content: rows.map((row) => Object.fromEntries(fields.map((field, i) => [field, row[i]]))),
  }
}
