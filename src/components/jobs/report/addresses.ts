import type { OutputType, Surface } from '#contract/job-shapes.ts'
import { getJobDifferenceTile } from '#contract/job-difference.ts'
import { downloadJob, getJobClusters, getJobTile } from '#contract/job-outputs.ts'
import { getPlaces } from '#contract/place-groups.ts'
import { downloadConfig } from '#contract/submissions.ts'
import { addressOf } from '~/api/address.ts'
import type { Ramp } from '~/components/map/ramps.ts'
import { tileTemplateOf } from '~/components/map/tile-origin.ts'

/** A surface's tiles as a template for the map: `{z}`, `{x}` and `{y}` are placeholders. */
export function tileTemplate(id: number, surface: Surface, ramp: Ramp, range: { min: number; max: number }) {
  const address = addressOf(getJobTile, {
    params: { id, surface, z: 0, x: 0, y: 0 },
    query: { ramp, ...range },
  })
  return tileTemplateOf(address)
}

/** The same for the difference between two jobs. */
export const differenceTemplate = (id: number, other: number, surface: Surface, limit: number) =>
  tileTemplateOf(
    addressOf(getJobDifferenceTile, { params: { id, other, surface, z: 0, x: 0, y: 0 }, query: { limit } }),
  )

export const outputAddress = (id: number, type: OutputType) =>
  addressOf(downloadJob, { params: { id, type } })

export const configurationAddress = (id: number) => addressOf(downloadConfig, { params: { id } })

export const clustersAddress = (id: number) => addressOf(getJobClusters, { params: { id } })

export const placesAddress = (id: number) => addressOf(getPlaces, { params: { id } })
