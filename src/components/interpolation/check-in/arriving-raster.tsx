import { failureMessage } from '~/api/api-error.ts'
import { isUnfit } from '~/components/rasters/raster-file.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { CirclePause, CirclePlay } from 'lucide-react'
import { Sending } from './sending.tsx'
import type { Arriving } from './use-arrival.ts'

/** The upload of the chosen raster until all of it has arrived. */
export function ArrivingRaster({
  raster: { name, state },
  onPause,
  onProceed,
  onCancel,
}: {
  raster: Arriving
  onPause: () => void
  onProceed: () => void
  onCancel: () => void
}) {
  if (state.kind === 'arrived') return null
  if (state.kind === 'failed')
    return (
      <Alert tone="error" title="The file could not be uploaded">
        <p>{failureMessage(state.error)}</p>
        {!isUnfit(state.error) && (
          <Button variant="secondary" size="small" className="mt-2" onClick={onProceed}>
            Try again
          </Button>
        )}
      </Alert>
    )
  const { kind, fraction } = state
  const isPaused = kind === 'paused'
  const percent = `${Math.floor(fraction * 100)} %`
  return (
    <Sending
      label={`Upload of ${name}`}
      says={isPaused ? `Paused at ${percent}. The uploaded part is kept.` : `Uploading ${name}: ${percent}`}
      fraction={fraction}
    >
      {fraction < 1 && (
        <Button variant="secondary" onClick={isPaused ? onProceed : onPause}>
          {isPaused ? <CirclePlay aria-hidden="true" /> : <CirclePause aria-hidden="true" />}
          {isPaused ? 'Continue' : 'Pause'}
        </Button>
      )}
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </Sending>
  )
}
