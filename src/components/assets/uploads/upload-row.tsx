import { Link } from '@tanstack/react-router'
import { fileSize } from '#common/file-size.ts'
import { failureMessage } from '~/api/api-error.ts'
import { isUnfit } from '~/components/rasters/raster-file.ts'
import { RasterFindings } from '~/components/rasters/uploads/raster-findings.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { CircleCheck, CirclePause, CirclePlay, CircleX, RotateCcw, X } from 'lucide-react'
import { Input } from '~/components/ui/fields/input.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { wholePercent } from '~/lib/percentage.ts'
import { type UploadItem, inPieces, mayRetry } from './upload-item.ts'
import type { Uploads } from './use-uploads.ts'
import { WithoutCountry } from './without-country.tsx'

/** One chosen raster: its name, progress, findings and actions. */
export function UploadRow({
  item,
  uploads,
  onRetry,
  onRepeat,
}: {
  item: UploadItem
  uploads: Uploads
  onRetry: () => void
  onRepeat: () => void
}) {
  const { name, size, key, state } = item
  const mayName = !['catalogued', 'sending'].includes(state.kind) && !hasUnfitFile(state)
  return (
    <li aria-label={name} className="flex flex-col gap-2 p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 font-medium break-all">{name}</span>
        <span className="tabular text-xs text-muted">{fileSize(size)}</span>
        {state.kind === 'sending' ? (
          <>
            {inPieces(item) && state.fraction < 1 && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => uploads.pause(key)}
                aria-label={`Pause ${name}`}
              >
                <CirclePause aria-hidden="true" />
                Pause
              </Button>
            )}
            <Button
              variant="quiet"
              size="small"
              onClick={() => uploads.cancel(key)}
              aria-label={`Cancel ${name}`}
            >
              Cancel
            </Button>
          </>
        ) : (
          <>
            {mayRetry(item) && (
              <Button
                variant="quiet"
                size="small"
                onClick={onRetry}
                aria-label={`${state.kind === 'paused' ? 'Continue' : 'Retry'} ${name}`}
              >
                {state.kind === 'paused' ? (
                  <CirclePlay aria-hidden="true" />
                ) : (
                  <RotateCcw aria-hidden="true" />
                )}
                {state.kind === 'paused' ? 'Continue' : 'Retry'}
              </Button>
            )}
            {state.kind === 'duplicate' && (
              <Button variant="quiet" size="small" onClick={onRepeat} aria-label={`Catalogue ${name} again`}>
                Catalogue it again
              </Button>
            )}
            {state.kind !== 'catalogued' && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => uploads.remove(key)}
                aria-label={`Remove ${name}`}
              >
                <X aria-hidden="true" />
              </Button>
            )}
          </>
        )}
      </div>
      <Outcome item={item} />
      {mayName && (
        <details>
          <summary className="w-fit cursor-pointer text-xs text-muted hover:text-text">
            Name the bands
          </summary>
          <Field
            className="mt-2 max-w-form"
            label="Band names"
            help="One name per band, separated by commas. Leave empty to use the names in the file, or the file name if there are none."
          >
            {(control) => (
              <Input
                {...control}
                value={item.names}
                maxLength={2000}
                onChange={(event) => uploads.rename(key, event.target.value)}
              />
            )}
          </Field>
        </details>
      )}
    </li>
  )
}

const hasUnfitFile = (state: UploadItem['state']) => state.kind === 'failed' && isUnfit(state.error)

function Outcome({ item }: { item: UploadItem }) {
  const { state, name, upload, fraction: arrived } = item
  if (state.kind === 'waiting')
    return (
      <p className="text-xs text-muted">
        {upload !== undefined && arrived > 0 ? `Continues at ${wholePercent(arrived)}` : 'Ready to upload'}
      </p>
    )
  if (state.kind === 'paused')
    return (
      <div className="flex items-center gap-2 text-xs text-muted">
        <ProgressBar value={state.fraction} label={`Upload of ${name}`} className="max-w-60" />
        <span className="tabular">Paused at {wholePercent(state.fraction)}</span>
      </div>
    )
  if (state.kind === 'duplicate')
    return (
      <Alert tone="warning">
        The same file is already in the catalogue as{' '}
        <Link
          to="/modeling/raster-assets/$id"
          params={{ id: String(state.of.id) }}
          className="text-link hover:underline"
        >
          asset {state.of.id}, {state.of.name}
        </Link>
        . Use that asset, or catalogue the file again under other band names.
      </Alert>
    )
  if (state.kind === 'cancelled')
    return <p className="text-xs text-muted">Cancelled. Nothing was stored; retry to upload it.</p>
  if (state.kind === 'sending') {
    const { fraction, inspected } = state
    return (
      <div className="flex items-center gap-2 text-xs text-muted">
        <ProgressBar
          value={fraction < 1 ? fraction : (inspected ?? undefined)}
          label={fraction < 1 || inspected === undefined ? `Upload of ${name}` : `Inspection of ${name}`}
          className="max-w-60"
        />
        <span className="tabular">
          {fraction < 1
            ? wholePercent(fraction)
            : inspected
              ? `Inspecting: ${wholePercent(inspected)}`
              : 'Inspecting'}
        </span>
      </div>
    )
  }
  if (state.kind === 'failed')
    return (
      <Alert tone="error">
        {failureMessage(state.error)}
        {hasUnfitFile(state) && <p>Remove this file, or choose another one above.</p>}
      </Alert>
    )
  const { asset, findings, raster } = state.answer
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        {asset ? (
          <>
            <CircleCheck aria-hidden="true" className="size-4 text-success" />
            Catalogued as
            <Link
              to="/modeling/raster-assets/$id"
              params={{ id: String(asset.id) }}
              className="text-link hover:underline"
            >
              {asset.name}
            </Link>
            <span className="text-muted">{asset.bands.map((band) => band.name).join(', ')}</span>
            {asset.iso3_codes.length === 0 && <WithoutCountry bands={asset.bands} raster={raster} />}
          </>
        ) : (
          <>
            <CircleX aria-hidden="true" className="size-4 text-error" />
            Not catalogued. Fix the file and choose it again.
          </>
        )}
      </p>
      {findings.length > 0 && <RasterFindings findings={findings} label={`Findings of ${name}`} />}
    </>
  )
}
