import { useQuery } from '@tanstack/react-query'
import type { Country } from '#contract/countries.ts'
import type { InspectedRaster } from '#contract/assets.ts'
import { overlap } from '~/components/map/bounds-of.ts'
import { type Bounds, boundsInDegrees } from '~/components/map/map-place.ts'
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
export function useCountryOfRaster(raster: InspectedRaster | null | undefined) {
  const extent = raster && boundsInDegrees(raster)
  const { data } = useQuery({ ...countriesQuery, enabled: Boolean(extent) })
  return extent && data && countryOfExtent(extent, data.content)
}

function commonShare(one: Bounds, other: Bounds): number {
  if (one[0] > one[2] || other[0] > other[2] || !overlap(one, other)) return 0
  const common = areaOf([
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ])
  return common / (areaOf(one) + areaOf(other) - common)
}

const areaOf = ([west, south, east, north]: Bounds) => (east - west) * (north - south)
