interface Finding {
  severity: string
  /** Of a table. */
  row?: number | null
  /** Of a raster. */
  band?: number | null
}

/** Why errors kept everything out, without their messages: these hold values of the file. */
export function whyNotStored(findings: readonly Finding[] = []): string {
  const first = findings.find(({ severity }) => severity === 'error')
  const place = first && placeOf(first)
  return `Not stored because of errors${place ? `, the first in ${place}` : ''}.`
}

function placeOf({ row, band }: Finding): string | null {
  if (row !== undefined) return row === null ? 'the whole file' : `row ${row}`
  return band == null ? null : `band ${band}`
}
