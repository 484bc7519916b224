import type { Band } from '#contract/rasters/band-list.ts'

/** A band whose overviews are being made again is drawn as what it was before. */
export const bandAsCurrentlyTiled = (band: Band): Band => ({
  ...band,
  categorical: band.categorical !== band.rebuilding,
})
