import { useQuery } from '@tanstack/react-query'
import type { RasterName } from '#contract/viewing/viewing.ts'
import type { Place } from '~/components/map/base/map-place.ts'
import type { PointerPlace } from '~/components/map/legend/map-readout.tsx'
import { figure } from '~/lib/figures.ts'
import { bandValueQuery } from '~/server/bands.functions.ts'
import { valueQuery } from '~/server/jobs.functions.ts'
import { type ComparedRaster, partsOf } from './compared-raster.ts'
import { PairValues } from './pair-values.tsx'

function useRasterValue(name: RasterName, place: Place) {
  const { id, surface } = partsOf(name)
  const band = useQuery({ ...bandValueQuery(id, place), enabled: surface === undefined })
  const job = useQuery({ ...valueQuery(id, place), enabled: surface !== undefined })
  const { isFetching, isError } = surface === undefined ? band : job
  // Undefined while it is loading; null where there is none.
  const value = surface === undefined ? band.data?.value : job.data && (job.data[surface] ?? null)
  return { value, isFetching, isError }
}

const inWords = (value: number | null, unit: string) =>
  value === null ? 'No value' : [figure(value), unit].filter(Boolean).join(' ')

/** The values of two rasters at a place, and their difference if their units agree. */
export function ValuesOfBoth({
  one,
  other,
  sameUnit,
  ...at
}: PointerPlace & { one: ComparedRaster; other: ComparedRaster; sameUnit: boolean }) {
  const a = useRasterValue(one.name, at.place)
  const b = useRasterValue(other.name, at.place)
  const both = typeof a.value === 'number' && typeof b.value === 'number' ? b.value - a.value : null
  return (
    <PairValues
      {...at}
      busy={a.isFetching || b.isFetching}
      failed={a.isError || b.isError}
      values={
        a.value === undefined || b.value === undefined
          ? undefined
          : {
              a: inWords(a.value, one.unit),
              b: inWords(b.value, other.unit),
              difference: both !== null && sameUnit ? inWords(both, one.unit) : null,
            }
      }
    />
  )
}
