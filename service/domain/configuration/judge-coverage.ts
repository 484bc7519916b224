import type { Caller } from '../../context.ts'
import type { FileStore } from '../../files/file-store.ts'
import { cellCentres, cellOf, type Grid } from '../../raster/grid.ts'
import { rasterise } from '../../raster/rasterise.ts'
import { sampleBands } from '../bands/sample-bands.ts'
import type { BandWithGrid } from '../bands/with-grid.ts'
import type { CountryArea } from '../place-groups/country-area.ts'
import { doubt, fault, type Told } from './told.ts'

const PROBES = 20_000
/** Share of the country that may lie outside of the grid: outlines and grids never agree to the cell. */
const MAX_OUTSIDE = 0.05
const MAX_EMPTY = 0.05

/** Whether a collection covers a country, told from evenly spaced places inside it. */
export async function judgeCoverage(
  store: FileStore,
  collection: { name: string; members: readonly BandWithGrid[] },
  country: { name: string; area: CountryArea },
  caller: Caller,
): Promise<Told[]> {
  const { lon, lat } = probe(country.area)
  if (lon.length === 0) return []
  const { grid } = collection.members[0]
  const inside = Array.from(lon.keys()).filter((i) => cellOf(grid, lon[i], lat[i]) >= 0)
  const uncovered = 1 - inside.length / lon.length
  if (uncovered > MAX_OUTSIDE) {
    return [
      fault(
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
      fault(
        'stack_name',
        `The collection '${collection.name}' has no place inside ${country.name} where all of its bands have a value.`,
        'Choose another collection.',
      ),
    ]
  }
  return share > MAX_EMPTY
    ? [
        doubt(
          'stack_name',
          `${percent(share)} of the cells of ${country.name} have no value in some band of '${collection.name}'; they stay empty on the map.`,
        ),
      ]
    : []
}

function probe({ areas, bounds: [west, south, east, north] }: CountryArea): { lon: number[]; lat: number[] } {
  const step = Math.max(1e-6, Math.sqrt(((east - west) * (north - south)) / PROBES))
  const grid: Grid = {
    width: Math.max(1, Math.ceil((east - west) / step)),
    height: Math.max(1, Math.ceil((north - south) / step)),
    affine: [step, 0, west, 0, -step, north],
    crs: 4326,
  }
  const units = rasterise(grid, areas)
  const { x, y } = cellCentres(grid)
  const inside = Array.from(units.keys()).filter((cell) => units[cell] >= 0)
  return { lon: inside.map((cell) => x[cell]), lat: inside.map((cell) => y[cell]) }
}

export const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
