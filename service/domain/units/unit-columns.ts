import { admUnit } from '#contract/jobs/adm-unit.ts'
import type { Cell } from '../../tables/table.ts'

export type ColumnType = 'text' | 'integer' | 'real' | 'boolean'

export interface UnitColumn {
  name: string
  type: ColumnType
}

/** A unit's figures in the order of the columns; `level` chooses its layer where a file has several. */
export interface UnitRow {
  level: number
  cells: Cell[]
}

const TYPES: Readonly<Record<string, ColumnType>> = {
  level: 'integer',
  code: 'text',
  name: 'text',
  clusters: 'integer',
  pass: 'boolean',
}

/** The columns of adm.csv, then those that only these files have. */
export const unitColumns = (layer: { threshold: boolean; raked: boolean }): UnitColumn[] => [
  ...Object.keys(admUnit.shape).map((name) => ({ name, type: TYPES[name] ?? ('real' as const) })),
  ...(layer.threshold ? [{ name: 'exceedance_threshold', type: 'real' as const }] : []),
  ...(layer.raked
    ? [
        { name: 'raked', type: 'boolean' as const },
        { name: 'raked_to', type: 'real' as const },
      ]
    : []),
  { name: 'parent_code', type: 'text' },
  { name: 'outlines', type: 'text' },
]
