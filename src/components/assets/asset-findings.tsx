import { useState } from 'react'
import type { Person } from '#contract/accounts/accounts.ts'
import type { Asset } from '#contract/rasters/asset-list.ts'
import { acceptAssetFinding, type RasterFinding } from '#contract/rasters/asset-findings.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { RasterFindings } from '~/components/rasters/uploads/raster-findings.tsx'
import { Button } from '~/components/ui/button.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { AcceptFindingDialog } from './accept-finding-dialog.tsx'
import { useFindingActions } from './use-finding-actions.ts'

/** An asset's findings; its owner accepts warnings, with a reason that everyone sees. */
export function AssetFindings({
  asset,
  me,
  findings,
}: {
  asset: Asset
  me: Person
  findings: readonly RasterFinding[]
}) {
  const [accepting, setAccepting] = useState<RasterFinding | null>(null)
  const { withdraw, declare } = useFindingActions(asset.id)
  const mayAccept = ownerMay(me, acceptAssetFinding, asset.created_by)
  return (
    <>
      <RasterFindings
        findings={findings}
        footer={(finding) => {
          const { severity, code, band, accepted } = finding
          const id = asset.bands.find(({ band_index }) => band_index === band)?.id
          if (code === 'maybe-classes' && id !== undefined && mayAccept)
            return (
              <div className="mt-1 flex flex-wrap gap-2">
                {[true, false].map((categorical) => {
                  const kind = categorical ? 'classes' : 'quantities'
                  return (
                    <Button
                      key={kind}
                      variant="secondary"
                      busy={declare.isPending && declare.variables.categorical === categorical}
                      disabled={declare.isPending}
                      aria-label={`Band ${band} holds ${kind}`}
                      onClick={() => declare.mutate({ id, categorical })}
                    >
                      They are {kind}
                    </Button>
                  )
                })}
              </div>
            )
          if (severity !== 'warning' || code === undefined) return null
          if (!accepted) {
            return (
              mayAccept && (
                <Button
                  variant="secondary"
                  className="mt-1"
                  aria-label={`Accept: ${finding.message}`}
                  onClick={() => setAccepting(finding)}
                >
                  Accept
                </Button>
              )
            )
          }
          return (
            <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="min-w-0 break-words">
                <span className="font-medium">Accepted</span> by {accepted.by ?? 'a former member'},{' '}
                <RelativeTime iso={accepted.at} />: {accepted.reason}
              </p>
              {mayAccept && (
                <Button
                  variant="secondary"
                  busy={withdraw.isPending}
                  aria-label={`Withdraw the acceptance: ${finding.message}`}
                  onClick={() => withdraw.mutate({ code, band })}
                >
                  Withdraw
                </Button>
              )}
            </div>
          )
        }}
      />
      {accepting?.code !== undefined && (
        <AcceptFindingDialog
          assetId={asset.id}
          code={accepting.code}
          finding={accepting}
          onClose={() => setAccepting(null)}
        />
      )}
    </>
  )
}
