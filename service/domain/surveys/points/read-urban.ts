/** Codes in surveys: DHS and MICS use 1 and 2, others a flag or a word. */
const URBAN = new Set(['1', 'u', 'urban', 'true', 'yes'])
const RURAL = new Set(['0', '2', 'r', 'rural', 'false', 'no'])

interface UrbanColumn {
  /** 1 for urban, 0 for rural; null if the column cannot be used. */
  urban: Uint8Array | null
  /** Why not, and the row of the file that is the reason. */
  problem: { row: number; message: string } | null
}

/** Whether each cluster is urban, one value per cluster of the survey. */
export function readUrban({
  row,
  urban: texts,
}: {
  row: Uint32Array
  urban: readonly string[] | null
}): UrbanColumn {
  if (!texts) return { urban: null, problem: null }
  const values = texts.map((text) => text.trim().toLowerCase())
  const unknown = values.findIndex((value) => !URBAN.has(value) && !RURAL.has(value))
  if (unknown >= 0)
    return {
      urban: null,
      problem: {
        row: row[unknown],
        message: `'${texts[unknown].slice(0, 40)}' is neither urban nor rural, so the urban column is not used; expected urban or rural, U or R, 1 or 0, or 1 or 2.`,
      },
    }
  return { urban: Uint8Array.from(values, (value) => (URBAN.has(value) ? 1 : 0)), problem: null }
}
