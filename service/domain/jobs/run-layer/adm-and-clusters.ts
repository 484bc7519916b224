import { type AdmUnit, admUnit } from '#contract/jobs/adm-unit.ts'
import type { SubnationalEstimate } from '#service/modelling/units/admin-types.ts'
import type { ClustersCv } from '../../../modelling/diagnostics-types.ts'
import type { Cell } from '../../../tables/table.ts'
import { csvOf } from '../../../tables/write-csv.ts'
import type { AdmRow, LayerTask } from './layer-task.ts'

export function admRows(admin: LayerTask['admin'], estimates: readonly SubnationalEstimate[]): AdmRow[] {
  return estimates.map((estimate) => {
    const { decision } = estimate
    const { code, name } = admin.find(({ level }) => level === estimate.level)!.units[estimate.unit]
    return {
      level: estimate.level,
      position: estimate.unit,
      code,
      name,
      clusters: estimate.clusters,
      observed: finite(estimate.observed),
      observed_lower: finite(estimate.observedLower),
      observed_upper: finite(estimate.observedUpper),
      modelled: finite(estimate.modelled),
      modelled_lower: finite(estimate.modelledLower),
      modelled_upper: finite(estimate.modelledUpper),
      z: finite(estimate.z),
      pass: estimate.pass,
      people: finite(decision?.people ?? null),
      affected: finite(decision?.affected ?? null),
      affected_lower: finite(decision?.affectedLower ?? null),
      affected_upper: finite(decision?.affectedUpper ?? null),
      exceedance: finite(decision?.exceedance ?? null),
      rank: finite(decision?.rank ?? null),
      rank_lower: finite(decision?.rankLower ?? null),
      rank_upper: finite(decision?.rankUpper ?? null),
      highest: finite(decision?.highest ?? null),
      highest_fifth: finite(decision?.highestFifth ?? null),
      lowest_fifth: finite(decision?.lowestFifth ?? null),
    }
  })
}

const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null)

/**
 * With a column of the threshold of exceedance where the layer sets one, and columns that label the figures as raked
 * where it asks for that, one entry per row.
 */
export function admCsv(
  rows: readonly AdmUnit[],
  threshold: number | null,
  raked: readonly { raked_to: number | null; raked: boolean }[] | null,
): string {
  const columns = [
    ...Object.keys(admUnit.shape),
    ...(threshold === null ? [] : ['exceedance_threshold']),
    ...(raked ? ['raked', 'raked_to'] : []),
  ]
  const lines = rows.map((row, index): Cell[] => {
    const cells: Record<string, Cell> = { ...row, exceedance_threshold: threshold, ...raked?.[index] }
    return columns.map((column) => cells[column])
  })
  return csvOf(columns, lines)
}

export function clustersCsv(clusters: ClustersCv): string {
  const { id, ...numbers } = clusters
  const columns = ['cluster', ...Object.keys(numbers)]
  const values = Object.values(numbers)
  return csvOf(
    columns,
    id.map((cluster, i) => [cluster, ...values.map((column) => finite(column[i]))]),
  )
}
