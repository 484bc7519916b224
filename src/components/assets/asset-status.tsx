import { CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { Asset, AssetStatus } from '#contract/rasters/asset-list.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'

export const ASSET_STATUS_WORDS: Readonly<Record<AssetStatus, string>> = {
  received: 'Received',
  inspecting: 'Inspecting',
  ready: 'Ready',
  rejected: 'Rejected',
}
const looks: Readonly<Record<AssetStatus, { tone: Tone; icon: LucideIcon }>> = {
  received: { tone: 'neutral', icon: Clock },
  inspecting: { tone: 'info', icon: LoaderCircle },
  ready: { tone: 'success', icon: CircleCheck },
  rejected: { tone: 'error', icon: CircleX },
}

/** `Inspecting 42%` while a worker reads it, `Processing 42%` while it is made from another asset. */
export function AssetStatusBadge({
  asset,
}: {
  asset: Pick<Asset, 'status' | 'fraction' | 'processed_from'>
}) {
  const { status, fraction, processed_from } = asset
  const isMade = status === 'inspecting' && processed_from !== null
  const { tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {isMade ? 'Processing' : ASSET_STATUS_WORDS[status]}
      {fraction !== null && ` ${Math.round(fraction * 100)}%`}
    </Badge>
  )
}
