import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LINK_MINUTES } from '#contract/accounts/signed-links.ts'
import type { Band } from '#contract/rasters/band-list.ts'
import { FileLink } from '~/components/jobs/report/files/file-link.tsx'
import { TilesLink } from '~/components/jobs/report/files/tiles-link.tsx'
import { ValidityField } from '~/components/jobs/report/files/validity-field.tsx'
import { Code } from '~/components/jobs/report/files/link-tabs.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { assetLinkQuery } from '~/server/assets.functions.ts'
import { bandTileJsonQuery, bandTilesLinkQuery } from '~/server/bands.functions.ts'

/** A band in QGIS, R and Python: its file by a signed link, and the addresses of its tiles and its STAC item. */
export function BandLinksDialog({ band, onClose }: { band: Band; onClose: () => void }) {
  const [minutes, setMinutes] = useState<number>(LINK_MINUTES)
  const part = band.cloud_optimized ? 'cog' : 'original'
  const link = useQuery(assetLinkQuery(band.asset_id, part, minutes))
  const tiles = useQuery(bandTilesLinkQuery(band.id, minutes))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Use ${band.name} in other programs`}
      className="w-[min(44rem,calc(100vw-2rem))]!"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <ValidityField minutes={minutes} onChange={setMinutes} />
        <FileLink link={link} what="band" name={`band-${band.id}.tif`} band={band.band_index} />
        <TilesLink link={tiles} />
        <Tiles band={band} />
      </div>
    </Dialog>
  )
}

function Tiles({ band: { id, asset_id, cloud_optimized } }: { band: Band }) {
  const { data, error, isFetching, refetch } = useQuery(bandTileJsonQuery(id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <SkeletonLines lines={4} label="Loading the addresses" />
  const [template = ''] = data.tiles
  const base = template.slice(0, template.indexOf('/raster/v1/'))
  const file = `${base}/raster/v1/assets/${asset_id}/${cloud_optimized ? 'cog.tif' : 'download'}`
  const addresses = [
    [cloud_optimized ? 'Cloud-Optimized GeoTIFF' : 'GeoTIFF', file],
    ['XYZ tiles', template],
    ['TileJSON', `${base}/raster/v1/bands/${id}/tilejson`],
    ['WMTS', `${base}/wmts/1.0.0/WMTSCapabilities.xml`],
    ['STAC item', `${base}/stac/collections/bands/items/band-${id}`],
  ] as const
  return (
    <section aria-label="Addresses for programs" className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium">Addresses for programs</h3>
      <p className="text-xs text-muted">
        They do not expire. Programs send an access token from your profile with each request, as the header{' '}
        <code>Authorization: Bearer …</code> or, in QGIS, as the password of Basic authentication. Tiles have
        minzoom {data.minzoom} and maxzoom {data.maxzoom}.
      </p>
      {addresses.map(([label, address]) => (
        <div key={label} className="flex min-w-0 flex-col gap-1">
          <p className="text-xs font-medium">{label}</p>
          <Code text={address} what={`the address of ${label}`} label={label} />
        </div>
      ))}
    </section>
  )
}
