/** A quoted text, to the end if its quote is not closed; an apostrophe within a word begins none. Takes linear time. */
const QUOTED = /(?<![\p{L}\p{N}])(['"])[^]*?(?:\1(?![\p{L}\p{N}])|$)/gu

/**
 * A sentence about input, without what it quotes: that may be a secret in the wrong field or a cell of a file, and the
 * audit keeps it for good.
 */
export const withoutQuotes = (sentence: string): string => sentence.replace(QUOTED, '$1…$1')

interface Finding {
  severity: string
  message: string
  /** Of a table. */
  row?: number | null
  /** Of a raster. */
  band?: number | null
}

/** Why errors kept everything out. Messages about rows are left out: they hold numbers of the file, such as coordinates. */
export function whyNotStored(findings: readonly Finding[] = []): string {
  const first = findings.find(({ severity }) => severity === 'error')
  if (!first) return 'Not stored because of errors.'
  if (first.row !== undefined)
    return `Not stored because of errors, the first in ${first.row === null ? 'the whole file' : `row ${first.row}`}.`
  const place = first.band == null ? '' : `Band ${first.band}: `
  return `Not stored. ${place}${withoutQuotes(first.message)}`
}
