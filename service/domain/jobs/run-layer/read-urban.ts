/** As surveys code it: DHS and MICS have 1 and 2, others a flag or a word. */
const URBAN = new Set(['1', 'u', 'urban', 'true', 'yes'])
const RURAL = new Set(['0', '2', 'r', 'rural', 'false', 'no'])

export interface UrbanColumn {
  /** 1 for urban, 0 for rural; null where the column cannot be used. */
  urban: Uint8Array | null
  /** Why not, as a sentence for the log. */
  problem: string | null
}

/** Reads which clusters are urban. `texts` has a value per cluster, in the order of the file's rows. */
export function readUrban(texts: readonly string[]): UrbanColumn {
  const values = texts.map((text) => text.trim().toLowerCase())
  const row = values.findIndex((value) => !URBAN.has(value) && !RURAL.has(value))
  if (row >= 0)
    return {
      urban: null,
      problem: `The urban column is not used: row ${row + 2} has '${texts[row].slice(0, 40)}', expected urban or rural, U or R, 1 or 0, 1 or 2.`,
    }
  return { urban: Uint8Array.from(values, (value) => (URBAN.has(value) ? 1 : 0)), problem: null }
}
