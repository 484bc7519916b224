import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { PointsColumns } from '../../../db/schema.ts'
import { ModelError } from '../../../modelling/model-error.ts'
import type { LayerInput } from '../../../modelling/types.ts'
import { readUrban } from './read-urban.ts'

type Clusters = LayerInput['clusters']
export interface SurveyPoints extends Clusters {
  /** Why the urban column is not used. */
  urbanProblem: string | null
}

/** The clusters of a points file (CSV with a header), its columns named by `columns`. */
export async function readPoints(path: string, columns: PointsColumns): Promise<SurveyPoints> {
  const rows = parse(await readFile(path), {
    columns: true,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
  }) as Record<string, string>[]
  for (const name of Object.values(columns)) {
    if (rows.length > 0 && !(name in rows[0])) {
      throw new ModelError(
        `The points file has no column '${name}'; correct the file or name another column.`,
      )
    }
  }
  const numbers = (name: string, allowed: (value: number) => boolean, rule: string) =>
    Float64Array.from(rows, (row, i) => {
      const text = row[name] ?? ''
      const value = text === '' ? Number.NaN : Number(text)
      if (!allowed(value)) {
        throw new ModelError(
          `Row ${i + 2} of the points file: '${name}' is '${text.slice(0, 40)}', but must be ${rule}.`,
        )
      }
      return value
    })
  const denominator = numbers(columns.denominator, (v) => v > 0 && v < 1e9, 'a number above 0')
  const numerator = numbers(columns.numerator, (v) => v >= 0 && v < 1e9, 'a number from 0')
  numerator.forEach((value, i) => {
    if (value > denominator[i]) {
      throw new ModelError(
        `Row ${i + 2} of the points file: the numerator ${value} is above the denominator ${denominator[i]}.`,
      )
    }
  })
  const { weight, stratum, urban } = columns
  const { urban: isUrban, problem } = urban
    ? readUrban(rows.map((row) => row[urban] ?? ''))
    : { urban: null, problem: null }
  return {
    id: rows.map((row, i) => row[columns.cluster] || String(i + 1)),
    longitude: numbers(columns.longitude, (v) => v >= -180 && v <= 180, 'a longitude in degrees'),
    latitude: numbers(columns.latitude, (v) => v >= -90 && v <= 90, 'a latitude in degrees'),
    numerator,
    denominator,
    weight: weight
      ? numbers(weight, (v) => v > 0 && v < Infinity, 'a weight above 0')
      : new Float64Array(rows.length).fill(1),
    stratum: rows.map((row) => (stratum ? row[stratum] || null : null)),
    urban: isUrban,
    urbanProblem: problem,
  }
}

/** The clusters at the positions given, in their order. */
export function pickClusters(all: Clusters, keep: readonly number[]): Clusters {
  const numbers = (values: Float64Array) => Float64Array.from(keep, (i) => values[i])
  return {
    id: keep.map((i) => all.id[i]),
    longitude: numbers(all.longitude),
    latitude: numbers(all.latitude),
    numerator: numbers(all.numerator),
    denominator: numbers(all.denominator),
    weight: numbers(all.weight),
    stratum: keep.map((i) => all.stratum[i]),
    urban: all.urban && Uint8Array.from(keep, (i) => all.urban![i]),
  }
}
