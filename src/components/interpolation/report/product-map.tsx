import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listBands } from '#contract/rasters/band-list.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { bandAsCurrentlyTiled } from '~/components/rasters/band-as-currently-tiled.ts'
import { BandMap } from '~/components/rasters/band-map.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { bandsQuery } from '~/server/bands.functions.ts'
import type { ProductStyle } from './product-style.ts'

/** The bands of a checked-in raster, ready for the loader. */
export const productBandsQuery = (assetId: number) =>
  bandsQuery(listBands.query.parse({ asset_id: assetId, limit: 1000 }))

/** A band of a checked-in raster on the map, with a choice if there are several. */
export function ProductMap({
  assetId,
  style,
  onStyleChange,
}: {
  assetId: number
  style: ProductStyle
  onStyleChange: (change: Partial<ProductStyle>, options?: { replace?: boolean }) => void
}) {
  const { data, error, isFetching, refetch } = useQuery({
    ...productBandsQuery(assetId),
    placeholderData: undefined,
  })
  const bands = data?.content.toSorted((one, other) => one.band_index - other.band_index) ?? []
  const band = bands.find(({ band_index }) => band_index === style.band) ?? bands[0]
  return (
    <Card
      title="Map"
      actions={
        bands.length > 1 && (
          <Select
            aria-label="Band on the map"
            className="w-64 max-w-full"
            value={band?.band_index}
            onChange={({ target }) => onStyleChange({ band: Number(target.value), range: undefined })}
          >
            {bands.map(({ band_index, name }) => (
              <option key={band_index} value={band_index}>
                {band_index}: {name}
              </option>
            ))}
          </Select>
        )
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!error && !data && (
        <output aria-label="Loading the map" className="block h-96">
          <Skeleton className="size-full!" />
        </output>
      )}
      {data && !band && (
        <p className="text-muted">None of its bands is in the Band Catalog. Download the file to see it.</p>
      )}
      {band && (
        <>
          <BandMap
            key={band.id}
            band={bandAsCurrentlyTiled(band)}
            style={style}
            onStyleChange={onStyleChange}
          />
          <p className="text-sm text-muted">
            Statistics, and a comparison with other rasters, are on the page of{' '}
            <Link
              to="/raster/band-catalog/$id"
              params={{ id: String(band.id) }}
              className="break-all text-link underline"
            >
              {band.name}
            </Link>
            .
          </p>
        </>
      )}
    </Card>
  )
}
