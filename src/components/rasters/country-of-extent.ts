import { useQuery } from '@tanstack/react-query'
import type { Country } from '#contract/places/countries.ts'
import type { InspectedRaster } from '#contract/rasters/asset-inspection.ts'
import { shortWay } from '~/components/map/base/bounds-of.ts'
import type { Bounds } from '~/components/map/base/map-place.ts'
import { countriesQuery } from '~/server/countries.functions.ts'

/** Minimum share of the union of both extents that overlaps: a raster may have a margin, or leave out islands. */
const COMMON = 0.7

/** The country whose extent is about that of a raster, if there is just one. */
export function countryOfExtent(
  extent: Bounds,
  countries: readonly Pick<Country, 'iso3_code' | 'name' | 'bounds'>[],
) {
  const fitting = countries.filter(({ bounds }) => bounds && commonShare(extent, bounds) >= COMMON)
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Like `countryOfExtent`, for the result of an inspection; undefined while it is unknown. */
export function useCountryOfRaster(raster: Pick<InspectedRaster, 'bounds_degrees'> | null | undefined) {
  const extent = raster?.bounds_degrees
  const { data } = useQuery({ ...countriesQuery, enabled: Boolean(extent) })
  return extent && data && countryOfExtent(extent, data.content)
}

function commonShare(one: Bounds, other: Bounds): number {
  const [a, b] = [shortWay(one), shortWay(other)]
  const widths = [-360, 0, 360].map((turn) => Math.min(a[2], b[2] + turn) - Math.max(a[0], b[0] + turn))
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  const common = Math.max(0, ...widths) * Math.max(0, height)
  return common / (areaOf(a) + areaOf(b) - common)
}

const areaOf = ([west, south, east, north]: Bounds) => (east - west) * (north - south)
