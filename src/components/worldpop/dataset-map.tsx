import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dataset } from '#contract/rasters/worldpop-list.ts'
import { BandPreview } from '~/components/rasters/band-preview.tsx'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { bandQuery } from '~/server/bands.functions.ts'

/** A band of the dataset on the map, with a choice if there are several. */
export function DatasetMap({ bands }: { bands: Dataset['bands'] }) {
  const [bandId, setBandId] = useState(bands[0]?.id)
  if (bandId === undefined) return null
  return (
    <Card
      title="Map"
      actions={
        bands.length > 1 && (
          <Select
            aria-label="Band"
            value={bandId}
            onChange={(event) => setBandId(Number(event.target.value))}
          >
            {bands.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )
      }
    >
      <BandOnMap key={bandId} id={bandId} />
    </Card>
  )
}

function BandOnMap({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(bandQuery(id))
  if (data) return <BandPreview band={data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  return (
    <output aria-label="Loading the band" className="block h-72">
      <Skeleton className="size-full!" />
    </output>
  )
}
