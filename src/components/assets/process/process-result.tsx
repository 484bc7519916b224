import { useEffect, useState } from 'react'
import type { Asset, Recipe } from '#contract/rasters/asset-list.ts'
import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import { RasterFindings } from '~/components/rasters/uploads/raster-findings.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { AssetLink } from '~/components/assets/asset-link.tsx'
import type { ProcessOutcome } from './use-process-several.ts'

export function ProcessedOne({
  asset,
  method,
  findings,
}: {
  asset: Asset
  method: Recipe['method'] | null
  findings: readonly RasterFinding[]
}) {
  const used = asset.recipe?.method ?? method
  return (
    <>
      <Alert tone="success" title={used ? `Processed by ${used}` : 'Processed'}>
        <AssetLink {...asset} /> is in the catalog.
      </Alert>
      {findings.length > 0 && <RasterFindings findings={findings} />}
    </>
  )
}

/** What was queued, and what was rejected with the reason. */
export function ProcessedSeveral({
  outcomes,
  names,
}: {
  outcomes: readonly ProcessOutcome[]
  names: readonly Asset[]
}) {
  const results = outcomes.flatMap((outcome) => outcome.asset ?? [])
  const rejected = outcomes.filter((outcome) => !outcome.asset)
  return (
    <>
      {results.length > 0 && (
        <Alert
          tone="success"
          title={
            results.length === 1
              ? '1 raster is being processed'
              : `${results.length} rasters are being processed`
          }
        >
          The list shows their progress:
          <ul className="mt-1 list-disc pl-5">
            {results.map((asset) => (
              <li key={asset.id}>
                <AssetLink {...asset} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {rejected.length > 0 && (
        <Alert tone="error" title={`${rejected.length} of ${outcomes.length} cannot be processed`}>
          <ul className="mt-1 list-disc pl-5">
            {rejected.map(({ assetId, error }) => (
              <li key={assetId}>
                <span className="break-all">{names.find(({ id }) => id === assetId)?.name}</span>: {error}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

export function ProcessProgress({ since, fraction }: { since: number; fraction: number | null }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.round((Date.now() - since) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [since])
  return (
    <div className="flex flex-col gap-1 text-xs text-muted">
      <ProgressBar label="Processing" value={fraction ?? undefined} />
      <p>
        <span className="tabular">
          {fraction === null ? '' : `${Math.round(fraction * 100)} %, `}
          {seconds} s
        </span>
        . Large rasters take minutes. You can close this dialog: the list shows the progress and the result.
      </p>
    </div>
  )
}
