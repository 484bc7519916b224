import { useQuery } from '@tanstack/react-query'
import { PlaceValues, type PointerPlace } from '~/components/map/legend/map-readout.tsx'
import { figure } from '~/lib/figures.ts'
import { bandValueQuery } from '~/server/bands.functions.ts'

export function BandValue({ band, place, names }: PointerPlace & { band: { id: number; unit: string } }) {
  const { data, isError, isFetching } = useQuery(bandValueQuery(band.id, place))
  return (
    <PlaceValues place={place} names={names} busy={isFetching}>
      {isError && <p className="text-error">The value could not be read.</p>}
      {data?.value === null && <p className="text-muted">No value here</p>}
      {data && data.value !== null && (
        <p className="tabular text-sm font-semibold">
          {figure(data.value)}
          {band.unit && <span className="font-normal text-muted"> {band.unit}</span>}
        </p>
      )}
    </PlaceValues>
  )
}
