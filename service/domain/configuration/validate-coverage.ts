import type { Caller } from '../../context.ts'
import type { FileStore } from '../../files/file-store.ts'
import { cellOf } from '../../raster/grid.ts'
import { sampleBands } from '../bands/sample-bands.ts'
import type { BandWithGrid } from '../bands/with-grid.ts'
import type { CountryOutlines } from '../place-groups/country-outlines.ts'
import { cellWarning, cellError, type CellFinding } from './cell-findings.ts'

const PROBES = 20_000
/** Share of the country that may lie outside the grid: outlines and grids never agree exactly. */
const MAX_OUTSIDE = 0.05
const MAX_EMPTY = 0.05

/** Whether a collection covers a country, estimated from evenly spaced places inside it. */
export async function validateCoverage(
  store: FileStore,
  collection: { name: string; members: readonly BandWithGrid[] },
  country: { name: string; outlines: CountryOutlines },
  caller: Caller,
): Promise<CellFinding[]> {
  const { longitude: lon, latitude: lat } = await country.outlines.probes(PROBES)
  if (lon.length === 0) return []
  const { grid } = collection.members[0]
  const inside = Array.from(lon.keys()).filter((i) => cellOf(grid, lon[i], lat[i]) >= 0)
  const uncovered = 1 - inside.length / lon.length
  if (uncovered > MAX_OUTSIDE) {
    return [
      cellError(
        'stack_name',
        inside.length === 0
          ? `The collection '${collection.name}' does not cover ${country.name} at all.`
          : `The collection '${collection.name}' covers only ${percent(1 - uncovered)} of ${country.name}.`,
        'Choose a collection whose grid covers the whole country.',
      ),
    ]
  }
  const empty = new Uint8Array(lon.length).fill(1)
  for (const i of inside) empty[i] = 0
  const places = {
    longitude: Float64Array.from(inside, (i) => lon[i]),
    latitude: Float64Array.from(inside, (i) => lat[i]),
  }
  for (const values of await sampleBands(store, collection.members, places, 0, caller)) {
    values.forEach((value, k) => {
      if (!Number.isFinite(value)) empty[inside[k]] = 1
    })
  }
  const share = empty.reduce((sum, value) => sum + value, 0) / lon.length
  if (share === 1) {
    return [
      cellError(
        'stack_name',
        `The collection '${collection.name}' has no place inside ${country.name} where all of its bands have a value.`,
        'Choose another collection.',
      ),
    ]
  }
  return share > MAX_EMPTY
    ? [
        cellWarning(
          'stack_name',
          `${percent(share)} of the cells of ${country.name} have no value in some band of '${collection.name}'; they stay empty on the map.`,
        ),
      ]
    : []
}

export const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
