import { useQueryClient } from '@tanstack/react-query'
import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import { fileSize } from '#common/file-size.ts'
import { failureMessage } from '~/api/api-error.ts'
import { wholePercent } from '~/lib/percentage.ts'
import { useCountryOfRaster } from '~/components/rasters/country-of-extent.ts'
import { isUnfit } from '~/components/rasters/raster-file.ts'
import { AskBeforeLeaving } from '~/components/form/leave-guard.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { AboutForm } from './about-form.tsx'
import { ArrivingRaster } from './arriving-raster.tsx'
import { CheckedIn } from './checked-in.tsx'
import { ChooseRaster } from './choose-raster.tsx'
import { Inspected } from './inspected.tsx'
import { Sending } from './sending.tsx'
import { checkIn as catalogue, inspect } from './take-in.ts'
import { useArrival } from './use-arrival.ts'
import { useCancellable } from './use-cancellable.ts'

const isDoubtOfClasses = ({ code }: RasterFinding) => code === 'maybe-classes'

const percentOf = (fraction: number | undefined) =>
  fraction === undefined ? '' : `: ${wholePercent(fraction)}`

/** Drop a file, see its contents, name it, publish it; it is sent only once. */
export function CheckIn() {
  const client = useQueryClient()
  const inspection = useCancellable(inspect)
  const checkIn = useCancellable(catalogue)
  const arrival = useArrival((arrived) => arrived.file ?? inspection.start(arrived))
  const { raster } = arrival
  const country = useCountryOfRaster(inspection.data?.raster)
  const cancel = () => {
    inspection.cancel()
    checkIn.cancel()
  }
  const discard = () => {
    cancel()
    arrival.discard()
  }
  if (checkIn.data?.product)
    return (
      <CheckedIn
        product={checkIn.data.product}
        findings={checkIn.data.findings}
        onNext={() => {
          cancel()
          arrival.forget()
        }}
      />
    )
  if (!raster)
    return (
      <div className="flex min-w-0 flex-col gap-4">
        <ChooseRaster hidden={arrival.gone} onFile={arrival.begin} onResume={arrival.resume} />
      </div>
    )
  const arrived = raster.state.kind === 'arrived' ? raster.state.arrived : undefined
  const result = checkIn.data ?? inspection.data
  const mayBeClasses = inspection.data?.findings.some(isDoubtOfClasses) ?? false
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3 rounded border px-3 py-2">
        <p className="min-w-0 flex-1 break-words">
          <span className="font-medium">{raster.name}</span>{' '}
          <span className="tabular text-muted">{fileSize(raster.size)}</span>
        </p>
        <Button variant="secondary" size="small" disabled={checkIn.isPending} onClick={discard}>
          Choose another file
        </Button>
      </div>
      <ArrivingRaster
        raster={raster}
        onPause={arrival.pause}
        onProceed={arrival.proceed}
        onCancel={discard}
      />
      {arrived?.file && (
        <Alert tone="info">
          This server inspects the file when it is published; until then it is not sent.
        </Alert>
      )}
      {inspection.isPending && (
        <Sending
          label={`Inspection of ${raster.name}`}
          says={`The file is uploaded; its cells are being read${percentOf(inspection.fraction)}.`}
          fraction={inspection.fraction}
        >
          <Button variant="secondary" onClick={discard}>
            Cancel
          </Button>
        </Sending>
      )}
      {arrived && inspection.error && (
        <Alert tone="error" title="The file could not be inspected">
          <p>{failureMessage(inspection.error)}</p>
          {!isUnfit(inspection.error) && (
            <Button variant="secondary" size="small" className="mt-2" onClick={arrival.proceed}>
              Try again
            </Button>
          )}
        </Alert>
      )}
      {result && (
        // Only the inspection draws a picture. The form asks about the doubt where it is answered.
        <Inspected
          raster={(inspection.data ?? result).raster}
          findings={result.findings.filter((finding) => !isDoubtOfClasses(finding))}
        />
      )}
      <AskBeforeLeaving
        title="Leave before the raster is checked in?"
        description="The check-in is cancelled, and what you have entered here will be lost."
        isUnsent={() => checkIn.isPending}
      />
      <Card title="What it shows">
        <AboutForm
          isWaiting={!arrived || inspection.isPending}
          suggested={country?.iso3_code}
          mayBeClasses={mayBeClasses}
          isUnsound={result?.findings.some(({ severity }) => severity === 'error') ?? false}
          onSend={async (about) => {
            if (!arrived) return 'unsent'
            const answer = await checkIn.send({ arrived, about })
            if (!answer?.product) return 'unsent'
            void client.invalidateQueries({ queryKey: ['products'] })
            return undefined
          }}
        />
        {checkIn.isPending && (
          <Sending
            label={`Check-in of ${raster.name}`}
            says={`The raster is being inspected and catalogued${percentOf(checkIn.fraction)}.`}
            fraction={checkIn.fraction}
          >
            <Button variant="secondary" onClick={checkIn.cancel}>
              Cancel
            </Button>
          </Sending>
        )}
      </Card>
    </div>
  )
}
