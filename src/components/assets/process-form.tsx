import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Asset } from '#contract/asset-list.ts'
import { listAssets } from '#contract/asset-list.ts'
import { RESAMPLE_METHODS } from '#contract/processed.ts'
import { credentialsRefused, failureMessage } from '~/api/api-error.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { RasterFindings } from '~/components/rasters/raster-findings.tsx'
import { refetchRasters } from '~/components/rasters/raster-file.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { Select } from '~/components/ui/select.tsx'
import { assetsQuery } from '~/server/assets.functions.ts'
import { processAsset } from '~/server/processed.functions.ts'

type Method = (typeof RESAMPLE_METHODS)[number]
const METHODS: Record<Method, string> = {
  nearest: 'Nearest: keeps classes',
  bilinear: 'Bilinear: interpolates smooth values',
  average: 'Average: means of finer cells',
  sum: 'Sum: counts, such as people',
}
const FOUND = 50

/** Resamples a band to the reference grid: choose asset, band and method; then shows the progress and the result. */
export function ProcessForm({ asset: given }: { asset?: Asset }) {
  const [asset, setAsset] = useState(given)
  const [band, setBand] = useState(given?.bands[0]?.band_index ?? 1)
  const [method, setMethod] = useState<Method | ''>('')
  const [name, setName] = useState('')
  const process = useProcess()
  const named = asset?.bands.find(({ band_index }) => band_index === band)
  return (
    <form
      aria-label="Process a raster"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!asset || process.isPending) return
        process.mutate({
          asset_id: asset.id,
          band,
          method: method || undefined,
          name: name.trim() || undefined,
        })
      }}
    >
      <fieldset disabled={process.isPending} className="flex flex-col gap-3">
        <legend className="sr-only">What to process</legend>
        {!given && (
          <AssetChoice
            asset={asset}
            onAsset={(next) => {
              setAsset(next)
              setBand(next?.bands[0]?.band_index ?? 1)
            }}
          />
        )}
        <Field label="Band">
          {(control) => (
            <Select
              {...control}
              value={band}
              disabled={!asset}
              onChange={(event) => setBand(Number(event.target.value))}
            >
              {(asset?.bands ?? []).map(({ id, band_index, name: bandName }) => (
                <option key={id} value={band_index}>
                  {band_index}: {bandName}
                </option>
              ))}
              {asset?.bands.length === 0 && <option value={1}>1</option>}
            </Select>
          )}
        </Field>
        <Field
          label="Method"
          help="By default, cells finer than 30 arc-seconds are averaged, coarser ones interpolated, and 8-bit integers resampled by nearest neighbour."
        >
          {(control) => (
            <Select
              {...control}
              value={method}
              onChange={(event) => setMethod(event.target.value as Method | '')}
            >
              <option value="">Choose by the values</option>
              {RESAMPLE_METHODS.map((one) => (
                <option key={one} value={one}>
                  {METHODS[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Name of the new band" help="Unique in the Band Catalog">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={200}
              placeholder={named ? `${named.name}_30s` : undefined}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </fieldset>
      <div>
        <Button type="submit" disabled={!asset} busy={process.isPending}>
          Process the band
        </Button>
      </div>
      {process.isPending && <Waiting since={process.submittedAt} />}
      {process.isError && <Alert tone="error">{failureMessage(process.error)}</Alert>}
      {process.isSuccess && (
        <>
          <Alert tone="success" title={`Processed by ${process.data.method}`}>
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

/** Continues when the form is closed; the snackbar then reports the result. */
function useProcess() {
  const client = useQueryClient()
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useMutation({
    mutationFn: (data: {
      asset_id: number
      band: number
      method: Method | undefined
      name: string | undefined
    }) => processAsset({ data }),
    onSuccess: async ({ asset }) => {
      if (!here.current) showSnackbar({ color: 'success', message: `${asset.name} is processed` })
      await refetchRasters(client)
    },
    onError: (error) => {
      if (!here.current && !credentialsRefused(error))
        showSnackbar({ color: 'error', message: failureMessage(error) })
    },
  })
}

function AssetChoice({
  asset,
  onAsset,
}: {
  asset: Asset | undefined
  onAsset: (asset: Asset | undefined) => void
}) {
  const [text, setText] = useState('')
  const query = listAssets.query.parse({
    limit: FOUND,
    sort_by: 'name',
    ...(text.trim() && { name: text.trim().slice(0, 200) }),
  })
  const { data, isError, error, isPending } = useQuery(assetsQuery(query))
  const found = data?.content ?? []
  const choices = asset && !found.some(({ id }) => id === asset.id) ? [asset, ...found] : found
  return (
    <>
      <Field
        label="Find an asset"
        help={
          data && data.totalElements > FOUND
            ? `The first ${FOUND} of ${data.totalElements.toLocaleString('en')}`
            : undefined
        }
      >
        {(control) => (
          <Input {...control} type="search" value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <Field label="Asset" required error={isError ? failureMessage(error) : undefined}>
        {(control) => (
          <Select
            {...control}
            value={asset?.id ?? ''}
            onChange={(event) => onAsset(choices.find(({ id }) => id === Number(event.target.value)))}
          >
            <option value="">
              {isPending ? 'Loading' : choices.length === 0 ? 'No asset found' : 'Choose an asset'}
            </option>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name} ({id})
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}

function Waiting({ since }: { since: number }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.round((Date.now() - since) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [since])
  return (
    <div className="flex flex-col gap-1 text-xs text-muted">
      <ProgressBar label="Processing" />
      <p>
        <span className="tabular">{seconds} s</span>. Large rasters take minutes. You can close this; the
        result appears in the list.
      </p>
    </div>
  )
}
