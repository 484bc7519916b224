/** Where the pages of a list come from. */
interface PageSource<Row> {
  /** One page in the order of the list; `fromEnd`: in the reverse order. May return the total with it. */
  rows(at: { limit: number; skip: number; fromEnd: boolean }): Promise<{ rows: Row[]; total?: number }>
  /** The number of all rows. */
  count(): Promise<number>
}

/** From this row on, a page is read from the nearer end of the list. */
export const DEEP = 10_000

/** One page and the exact total, also when the page is past the end. */
export async function readPage<Row>(
  source: PageSource<Row>,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ rows: Row[]; total: number }> {
  if (skip >= DEEP) return readDeepPage(source, { limit, skip })
  const { rows, total } = await source.rows({ limit, skip, fromEnd: false })
  // A page that is not full gives the total, unless it is empty: then it may be past the end.
  if (rows.length > 0 ? rows.length < limit : skip === 0) return { rows, total: skip + rows.length }
  return { rows, total: total ?? (await source.count()) }
}

async function readDeepPage<Row>(
  source: PageSource<Row>,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ rows: Row[]; total: number }> {
  const total = await source.count()
  const length = Math.min(limit, total - skip)
  if (length <= 0) return { rows: [], total }
  const fromEnd = skip > total / 2
  const at = fromEnd ? total - skip - length : skip
  const { rows } = await source.rows({ limit: length, skip: at, fromEnd })
  return { rows: fromEnd ? rows.reverse() : rows, total }
}
