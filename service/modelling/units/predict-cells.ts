import type { FittedModel } from '../model.ts'
import type { LayerInput } from '../layer-types.ts'
import { type CellSurfaces, cellSurfaces } from './cell-surfaces.ts'
import { sumUnits, type UnitDraws } from './unit-draws.ts'

/** Summarises a model's joint draws of prevalence by cell (`cellSurfaces`) and by admin unit (`sumUnits`). */
export async function predictCells(
  fit: Pick<FittedModel, 'drawCells'>,
  cells: LayerInput['cells'],
  admin: LayerInput['admin'],
  options: {
    draws: number
    seed: number
    threshold?: number | null
    pause?: (share: number) => Promise<void>
  },
): Promise<CellSurfaces & UnitDraws> {
  const { draws, threshold = null } = options
  const { population } = cells
  const { surfaces, fill } = cellSurfaces(cells.longitude.length, { draws, threshold, population })
  const units = sumUnits(admin, draws, population)
  await fit.drawCells(cells, {
    ...options,
    visit(cell, p) {
      fill(cell, p)
      units.add(cell, p)
    },
  })
  return { ...surfaces, ...units.means() }
}
