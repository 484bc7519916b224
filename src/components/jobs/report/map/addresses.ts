import type { OutputType } from '#contract/jobs/output-types.ts'
import { downloadJob, getJobClusters } from '#contract/jobs/job-outputs.ts'
import { downloadJobUnits, type UnitFormat } from '#contract/jobs/job-units.ts'
import { getPlaces } from '#contract/places/place-groups.ts'
import { downloadConfig } from '#contract/submissions/submissions.ts'
import { addressOf } from '~/api/address.ts'
import { MAPPED_CLUSTERS } from '~/lib/mapped-clusters.ts'

export const outputAddress = (id: number, type: OutputType) =>
  addressOf(downloadJob, { params: { id, type } })

export const unitsAddress = (id: number, format: UnitFormat) =>
  addressOf(downloadJobUnits, { params: { id }, query: { format } })

export const configurationAddress = (id: number) => addressOf(downloadConfig, { params: { id } })

export const clustersAddress = (id: number) =>
  addressOf(getJobClusters, { params: { id }, query: { max: MAPPED_CLUSTERS } })

export const placesAddress = (id: number) => addressOf(getPlaces, { params: { id } })
