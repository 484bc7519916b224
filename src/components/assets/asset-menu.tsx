import { Link } from '@tanstack/react-router'
import type { Person } from '#contract/accounts/accounts.ts'
import { type Asset } from '#contract/rasters/asset-list.ts'
import { deleteAsset, downloadAsset } from '#contract/rasters/assets.ts'
import { processAsset } from '#contract/rasters/processed.ts'
import { addressOf } from '~/api/address.ts'
import { may } from '~/api/may.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { Download, Grid3x3, Images, RotateCcw, Trash2 } from 'lucide-react'
import { MenuItem, MenuSeparator } from '~/components/ui/overlays/menu.tsx'
import { RowMenu } from '~/components/ui/overlays/row-menu.tsx'
import { isUnfinished } from '~/lib/unfinished.ts'
import type { Processing } from './process/process-dialog.tsx'

export interface AssetActions {
  me: Person
  onProcess: (processing: Processing) => void
  onDelete: (asset: Asset) => void
}

/** A result that is finished, or was rejected. */
export const mayProcessAgain = (me: Person, asset: Asset): boolean =>
  asset.recipe !== null && !isUnfinished(asset) && may(me, processAsset)

/** An asset's actions; those that the person may not do are omitted. */
export function AssetMenu({
  asset,
  actions: { me, onProcess, onDelete },
}: {
  asset: Asset
  actions: AssetActions
}) {
  const mayDelete = ownerMay(me, deleteAsset, asset.created_by)
  return (
    <RowMenu label={`Actions for ${asset.name}`}>
      <MenuItem asChild>
        <Link to="/modeling/raster-assets/$id" params={{ id: String(asset.id) }}>
          <Images aria-hidden="true" />
          Open
        </Link>
      </MenuItem>
      {asset.size !== null && (
        <MenuItem asChild>
          <a href={addressOf(downloadAsset, { params: { id: asset.id } })} download>
            <Download aria-hidden="true" />
            Download
          </a>
        </MenuItem>
      )}
      {asset.status === 'ready' && may(me, processAsset) && (
        <MenuItem onSelect={() => onProcess({ assets: [asset] })}>
          <Grid3x3 aria-hidden="true" />
          Process
        </MenuItem>
      )}
      {mayProcessAgain(me, asset) && (
        <MenuItem onSelect={() => onProcess({ again: asset })}>
          <RotateCcw aria-hidden="true" />
          Process again
        </MenuItem>
      )}
      {mayDelete && (
        <>
          <MenuSeparator />
          <MenuItem className="text-error" onSelect={() => onDelete(asset)}>
            <Trash2 aria-hidden="true" />
            Delete
          </MenuItem>
        </>
      )}
    </RowMenu>
  )
}
