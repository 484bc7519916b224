import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Person } from '#contract/accounts/accounts.ts'
import type { Asset, AssetStatus } from '#contract/rasters/asset-list.ts'
import { deleteAsset, downloadAsset } from '#contract/rasters/assets.ts'
import { processAsset } from '#contract/rasters/processed.ts'
import { fileSize } from '#common/file-size.ts'
import { addressOf } from '~/api/address.ts'
import { may } from '~/api/may.ts'
import { Page } from '~/components/shell/page.tsx'
import { BandPreview } from '~/components/rasters/band-preview.tsx'
import { Facts } from '~/components/rasters/facts.tsx'
import { ownerMay } from '~/api/owner-may.ts'
import {
  formatAffine,
  formatBounds,
  formatCellSize,
  formatCells,
  formatCrs,
  formatFile,
  formatGrid,
  formatNodata,
  formatOverviews,
  formatResolution,
} from '~/components/rasters/raster-labels.ts'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Download, Grid3x3, RotateCcw, Trash2 } from 'lucide-react'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { Skeleton, SkeletonLines } from '~/components/ui/skeleton.tsx'
import { isUnfinished } from '~/lib/unfinished.ts'
import { assetFindingsQuery, assetLayoutQuery, assetUsesQuery } from '~/server/assets.functions.ts'
import { bandQuery } from '~/server/bands.functions.ts'
import { AssetFindings } from './asset-findings.tsx'
import { mayProcessAgain } from './asset-menu.tsx'
import { recipeFacts } from './asset-recipe.tsx'
import { AssetStatusBadge } from './asset-status.tsx'
import { AssetUses } from './asset-uses.tsx'
import { useAssetActions } from './use-asset-actions.tsx'

/** Everything about an asset: its bands on a map, its metadata, findings, and where it is used. */
export function AssetContent({
  asset,
  me,
  onDeleted,
}: {
  asset: Asset
  me: Person
  onDeleted: () => Promise<void>
}) {
  const { actions, dialogs } = useAssetActions(me, onDeleted)
  return (
    <Page
      title={asset.name}
      actions={
        <>
          {ownerMay(me, deleteAsset, asset.created_by) && (
            <Button variant="danger" onClick={() => actions.onDelete(asset)}>
              <Trash2 aria-hidden="true" />
              Delete
            </Button>
          )}
          {mayProcessAgain(me, asset) && (
            <Button variant="secondary" onClick={() => actions.onProcess({ again: asset })}>
              <RotateCcw aria-hidden="true" />
              Process again
            </Button>
          )}
          {asset.status === 'ready' && may(me, processAsset) && (
            <Button variant="secondary" onClick={() => actions.onProcess({ assets: [asset] })}>
              <Grid3x3 aria-hidden="true" />
              Process
            </Button>
          )}
          {asset.size !== null && (
            <a
              href={addressOf(downloadAsset, { params: { id: asset.id } })}
              download
              className={buttonClass({ variant: 'primary' })}
            >
              <Download aria-hidden="true" />
              Download
            </a>
          )}
        </>
      }
    >
      {dialogs}
      <div className="grid grid-cols-1 items-start gap-4 min-[1100px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <BandsCard asset={asset} />
        <div className="flex min-w-0 flex-col gap-4">
          <MetadataCard asset={asset} />
          {asset.status === 'ready' && <FilesCard id={asset.id} />}
          {!isUnfinished(asset) && <FindingsCard asset={asset} me={me} />}
          <UsesCard id={asset.id} />
        </div>
      </div>
    </Page>
  )
}

const NO_BANDS: Readonly<Record<Exclude<AssetStatus, 'ready'>, string>> = {
  received: 'This raster is waiting for a worker. Its bands appear here when it is ready.',
  inspecting: 'A worker is busy with this raster. Its bands appear here when it is ready.',
  rejected: 'This raster was rejected: its findings say why. Delete it, fix the cause and try again.',
}

function BandsCard({ asset }: { asset: Asset }) {
  const { bands } = asset
  const [bandId, setBandId] = useState(bands[0]?.id)
  const band = useQuery({ ...bandQuery(bandId ?? 0), enabled: bandId !== undefined })
  if (bandId === undefined) {
    return (
      <Card title="Bands">
        <p className="text-muted">
          {asset.status === 'ready' ? 'None of its bands is in the catalog.' : NO_BANDS[asset.status]}
        </p>
      </Card>
    )
  }
  return (
    <Card
      title={bands.length === 1 ? 'Band' : `${bands.length} bands`}
      actions={
        bands.length > 1 && (
          <Select
            aria-label="Band on the map"
            className="w-48"
            value={bandId}
            onChange={(event) => setBandId(Number(event.target.value))}
          >
            {bands.map(({ id, name, band_index }) => (
              <option key={id} value={id}>
                {band_index}: {name}
              </option>
            ))}
          </Select>
        )
      }
    >
      {band.isError && <ErrorState error={band.error} onRetry={() => void band.refetch()} />}
      {band.data ? (
        <BandPreview key={band.data.id} band={band.data} />
      ) : (
        !band.isError && <Skeleton className="h-96! w-full" />
      )}
      <ul aria-label="Bands" className="flex flex-wrap gap-x-4 gap-y-1">
        {bands.map(({ id, name, band_index }) => (
          <li key={id}>
            <span className="tabular text-muted">{band_index}: </span>
            <Link
              to="/raster/band-catalog/$id"
              params={{ id: String(id) }}
              className="break-all text-link hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What only the inspection shows. */
const gridFacts = (asset: Asset): [string, ReactNode][] => [
  ['Reference system', formatCrs(asset.crs, asset.crs_name)],
  ['Extent', formatBounds(asset)],
  ['Cells', formatCells(asset)],
  ['Cell size', formatCellSize(asset)],
  ['Resolution', formatResolution(asset.resolution_m)],
  ['Affine', formatAffine(asset.affine)],
  ['Values', asset.data_type],
  ['Nodata', formatNodata(asset.nodata)],
  ['Reference grid', formatGrid(asset)],
]

function MetadataCard({ asset }: { asset: Asset }) {
  return (
    <Card title="Metadata">
      <Facts
        facts={[
          ['Status', <AssetStatusBadge key="status" asset={asset} />],
          ...(asset.status === 'ready' ? gridFacts(asset) : []),
          ['File size', asset.size !== null && fileSize(asset.size)],
          [
            'SHA-256',
            asset.sha256 !== null && (
              <span key="sha" className="font-mono text-xs break-all">
                {asset.sha256}
              </span>
            ),
          ],
          ...recipeFacts(asset),
          ['Added by', asset.created_by_name],
          ['Added', <RelativeTime key="time" iso={asset.created_at} />],
          ['Asset id', asset.id],
        ]}
      />
    </Card>
  )
}

/** How it is stored twice: as a download gives it, and as its cells are read. */
function FilesCard({ id }: { id: number }) {
  const { data, error, isPending, refetch, isFetching } = useQuery(assetLayoutQuery(id))
  return (
    <Card title="Files">
      {isPending && <SkeletonLines lines={2} label="Loading the layout of the files" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data && (
        <Facts
          facts={[
            ['As sent', data.as_sent === null ? 'Strata made this raster' : formatFile(data.as_sent)],
            ['As stored', formatFile(data.as_stored)],
            ['Overviews', formatOverviews(data.as_stored)],
          ]}
        />
      )}
    </Card>
  )
}

function FindingsCard({ asset, me }: { asset: Asset; me: Person }) {
  const { data, error, isPending, refetch, isFetching } = useQuery(assetFindingsQuery(asset.id))
  return (
    <Card title="Findings">
      {isPending && <SkeletonLines lines={2} label="Loading the findings" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data &&
        (data.content.length > 0 ? (
          <AssetFindings asset={asset} me={me} findings={data.content} />
        ) : (
          <p className="text-muted">This raster has no findings.</p>
        ))}
    </Card>
  )
}

function UsesCard({ id }: { id: number }) {
  const { data, error, isPending, refetch, isFetching } = useQuery(assetUsesQuery(id))
  return (
    <Card title="Where it is used">
      {isPending && <SkeletonLines lines={2} label="Loading its uses" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data &&
        (data.content.length > 0 ? (
          <AssetUses uses={data.content} total={data.totalElements} />
        ) : (
          <p className="text-muted">Nothing uses this raster. It can be deleted.</p>
        ))}
    </Card>
  )
}
