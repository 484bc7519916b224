import type { Profile } from '#contract/viewing/viewing.ts'
import { csvOf } from '~/lib/files/csv.ts'
import type { ProfiledRaster } from './profiled-raster.ts'

/** One row per point; a raster's column is empty where it has no value. */
export function profileCsv({ points, rasters }: Profile, names: readonly ProfiledRaster[]): string {
  // A name that a spreadsheet would take for a formula begins with an apostrophe.
  const titles = names.map(({ label, unit }) =>
    (unit ? `${label} (${unit})` : label).replace(/^[=+\-@\t\r]/, "'$&"),
  )
  const rows = points.map(({ distance_km, latitude, longitude }, i) => [
    ...[distance_km, latitude, longitude].map((value) => String(Number(value.toFixed(6)))),
    ...rasters.map(({ values }) => (values[i] === null ? '' : String(values[i]))),
  ])
  return csvOf([['distance_km', 'latitude', 'longitude', ...titles], ...rows])
}
