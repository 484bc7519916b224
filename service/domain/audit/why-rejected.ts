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
  const place =
    first?.row === null
      ? 'the whole file'
      : first?.row !== undefined
        ? `row ${first.row}`
        : first?.band != null
          ? `band ${first.band}`
          : null
  return `Not stored because of errors${place === null ? '' : `, the first in ${place}`}.`
}
