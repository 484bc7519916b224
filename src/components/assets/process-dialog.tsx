import { useSelector } from '@tanstack/react-form'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Asset } from '#contract/asset-list.ts'
import { RESAMPLE_METHODS, processAsset as endpoint } from '#contract/processed.ts'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { RasterFindings } from '~/components/rasters/raster-findings.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { AssetChoice } from './asset-choice.tsx'
import { useProcess } from './use-process.ts'

const METHODS: Record<(typeof RESAMPLE_METHODS)[number], string> = {
  nearest: 'Nearest: keeps classes',
  bilinear: 'Bilinear: interpolates smooth values',
  average: 'Average: means of finer cells',
  sum: 'Sum: counts, such as people',
  mode: 'Mode: the most frequent class of finer cells',
}

const methods = [
  { value: '', label: 'Choose by the values' },
  ...RESAMPLE_METHODS.map((value) => ({ value, label: METHODS[value] })),
]
const LABELS = { asset: 'Asset', band: 'Band', method: 'Method', name: 'Name of the new band' }
const firstBand = (asset: Asset | null) => String(asset?.bands[0]?.band_index ?? 1)

export function ProcessDialog({ asset, onClose }: { asset?: Asset; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={asset ? `Process ${asset.name}` : 'Process a raster'}
      description="One band is brought to the reference grid (EPSG:4326, 30 arc-seconds, nodata set, Cloud-Optimized) as a new asset."
    >
      <ProcessForm asset={asset} />
    </Dialog>
  )
}

/** Resamples a band to the reference grid: choose asset, band and method; then shows the progress and the result. */
function ProcessForm({ asset: given = null }: { asset?: Asset | null }) {
  const process = useProcess()
  const { form, others, onSubmit } = useContractForm({
    defaults: { asset: given, band: firstBand(given), method: '', name: '' },
    check: (_, { asset }) => (asset ? {} : { asset: 'Choose an asset.' }),
    send: async ({ method, name }, _, { asset, band }) => {
      await process.mutateAsync(
        endpoint.body.parse({ asset_id: asset?.id, band: Number(band), method, name }),
      )
    },
  })
  const { asset, band } = useSelector(form.store, ({ values }) => values)
  const named = asset?.bands.find(({ band_index }) => band_index === Number(band))
  return (
    <form noValidate aria-label="Process a raster" className="flex flex-col gap-3" onSubmit={onSubmit}>
      <form.AppForm>
        <form.FormProblems labels={LABELS} others={others} />
        <fieldset disabled={process.isPending} className="flex flex-col gap-3">
          <legend className="sr-only">What to process</legend>
          {!given && (
            <form.AppField name="asset">
              {({ state, handleChange }) => (
                <AssetChoice
                  asset={asset}
                  error={(state.meta.errors as (string | undefined)[])[0]}
                  onAsset={(next) => {
                    handleChange(next)
                    form.setFieldValue('band', firstBand(next))
                  }}
                />
              )}
            </form.AppField>
          )}
          <form.AppField name="band">
            {(field) => (
              <field.SelectField
                label={LABELS.band}
                disabled={!asset}
                options={
                  asset?.bands.length === 0
                    ? [{ value: '1', label: '1' }]
                    : (asset?.bands ?? []).map(({ band_index, name }) => ({
                        value: String(band_index),
                        label: `${band_index}: ${name}`,
                      }))
                }
              />
            )}
          </form.AppField>
          <form.AppField name="method">
            {(field) => (
              <field.SelectField
                label={LABELS.method}
                help="By default, cells finer than 30 arc-seconds are averaged, coarser ones interpolated, and 8-bit integers resampled by nearest neighbour."
                options={methods}
              />
            )}
          </form.AppField>
          <form.AppField name="name">
            {(field) => (
              <field.TextField
                label={LABELS.name}
                help="Unique in the Band Catalog"
                maxLength={200}
                placeholder={named ? `${named.name}_30s` : undefined}
              />
            )}
          </form.AppField>
        </fieldset>
        <div>
          <form.SubmitButton>Process the band</form.SubmitButton>
        </div>
      </form.AppForm>
      {process.isPending && <Waiting since={process.submittedAt} fraction={process.fraction} />}
      {process.isSuccess && (
        <>
          <Alert
            tone="success"
            title={process.data.method === null ? 'Processed' : `Processed by ${process.data.method}`}
          >
            <Link
              to="/modeling/raster-assets/$id"
              params={{ id: String(process.data.asset.id) }}
              className="break-all text-link underline"
            >
              {process.data.asset.name}
            </Link>{' '}
            is in the catalog, on the reference grid.
          </Alert>
          {process.data.findings.length > 0 && <RasterFindings findings={process.data.findings} />}
        </>
      )}
    </form>
  )
}

function Waiting({ since, fraction }: { since: number; fraction: number | null }) {
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
