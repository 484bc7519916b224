import { parquetWriteBuffer } from 'hyparquet-writer'
import { SURFACE_FACTS, SURFACE_TYPES } from '#contract/jobs/output-types.ts'
import type { LayerInput, LayerResult } from '#service/modelling/layer-types.ts'
import type { Raking } from '#service/modelling/units/raking-types.ts'
import type { LayerTask } from '../layer-task.ts'
import type { MaskedCells } from '../mask-cells.ts'

const ROWS_OF_GROUP = 100_000

/**
 * One row per predicted cell: its centre, the surfaces, and the code of its unit on each level; for a raked layer also
 * the given prevalence that the cell's unit or the nation is raked to, null where the cell is as modelled.
 */
export function cellsParquet(
  cells: MaskedCells,
  result: LayerResult,
  units: LayerTask['admin'],
  index: LayerInput['admin'],
): Uint8Array {
  const codes = units.map(({ level, units: of }, i) => ({
    name: `adm${level}_code`,
    data: Array.from(index[i].cellUnit, (unit) => (unit < 0 ? null : of[unit].code)),
    type: 'STRING' as const,
    nullable: true,
  }))
  const surfaces = SURFACE_TYPES.flatMap((name) => {
    const data = result[name]
    return data && SURFACE_FACTS[name].download ? [{ name, data, type: 'FLOAT' as const }] : []
  })
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'longitude', data: cells.longitude, type: 'DOUBLE' },
        { name: 'latitude', data: cells.latitude, type: 'DOUBLE' },
        ...surfaces,
        ...(result.raking ? [rakedToColumn(result.raking)] : []),
        ...codes,
      ],
      rowGroupSize: ROWS_OF_GROUP,
    }),
  )
}

const rakedToColumn = ({ figures, cellFigure }: Raking) => ({
  name: 'raked_to',
  data: Array.from(cellFigure, (figure) => (figure < 0 ? null : figures[figure].target)),
  type: 'DOUBLE' as const,
  nullable: true,
})
