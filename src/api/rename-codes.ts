const RENAMED: Readonly<Record<string, string>> = { iso_3_code: 'iso3_code', iso_3_codes: 'iso3_codes' }

/** The interpolation calls name a country `iso3_code(s)`; links from older clients say `iso_3_code(s)`. */
export function renameCodes(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const out: Record<string, unknown> = { ...query }
  for (const [previous, name] of Object.entries(RENAMED)) {
    if (out[previous] !== undefined) {
      const values = [query[name], query[previous]].flat().filter((value) => value !== undefined)
      out[name] = values.length === 1 ? values[0] : values
    }
    delete out[previous]
  }
  return out
}
