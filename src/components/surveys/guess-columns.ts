import { encodingOf, headerNames } from '#common/delimited.ts'

/** Enough for any header. */
const HEAD_BYTES = 64 * 1024

/** Common names of columns in points files. */
const USUAL = {
  cluster: /^(cluster|cluster_?id|clust|hv001|v001|dhsclust|ea|psu)$/i,
  longitude: /^(longitude|lon|lng|long|longnum|x)$/i,
  latitude: /^(latitude|lat|latnum|y)$/i,
  numerator: /^(numerator|indicator|cases|positive|positives|events?)$/i,
  denominator: /^(denominator|n|sample_?size|samples?|total|tested)$/i,
} as const
type Column = keyof typeof USUAL

/** Names in the first line of a text file; none of another. */
export async function readHeader(file: Blob): Promise<string[]> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const encoding = encodingOf(head)
  if (isZip(head) || (encoding === 'utf-8' && head.includes(0))) return []
  return headerNames(new TextDecoder(encoding).decode(head))
}

const isZip = ([first, second]: Uint8Array) => first === 0x50 && second === 0x4b

/** The columns whose names in the file differ from the usual ones; only unambiguous ones. */
export function guessColumns(header: readonly string[]): Partial<Record<Column, string>> {
  const guessed: Partial<Record<Column, string>> = {}
  for (const [column, pattern] of Object.entries(USUAL) as [Column, RegExp][]) {
    if (header.includes(column)) continue
    const fits = header.filter((name) => pattern.test(name))
    if (fits.length === 1 && fits[0] !== undefined) guessed[column] = fits[0]
  }
  return guessed
}

/** Columns that the file does not have under a usual name. */
export const missingColumns = (header: readonly string[]): Column[] =>
  (Object.keys(USUAL) as Column[]).filter((column) => !header.includes(column))
