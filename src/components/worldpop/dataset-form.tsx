import { useSelector } from '@tanstack/react-form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { POPULATION_CATEGORIES } from '#contract/rasters/worldpop-list.ts'
import { fetchDataset, importDataset, newDataset } from '#contract/rasters/worldpop.ts'
import { uploadLater } from '~/api/upload.ts'
import { ChosenFile } from '~/components/form/chosen-file.tsx'
import { CountriesFailed } from '~/components/form/countries-failed.tsx'
import { ImportFrame } from '~/components/form/import-frame.tsx'
import { LoadFailed } from '~/components/form/load-failed.tsx'
import { rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { useCountryOptions } from '~/components/form/use-country-options.ts'
import { noFile, requireFile, useImportFile } from '~/components/form/use-import-file.ts'
import { AskBeforeLeaving, LeaveGuard } from '~/components/form/leave-guard.tsx'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { Segmented } from '~/components/ui/fields/segmented.tsx'
import { CATEGORY_WORDS, datasetName } from './dataset-labels.ts'
import { fetchFromAddress, hostsQuery } from '~/server/worldpop.functions.ts'
import { DatasetVerdict, type Verdict } from './dataset-verdict.tsx'
import { importOf } from './import-of.ts'

const origins = [
  { value: 'file', label: 'File' },
  { value: 'url', label: 'Address' },
] as const
type Origin = (typeof origins)[number]['value']

const labels = {
  file: 'Raster',
  url: 'Address',
  iso3_code: 'Country',
  year: 'Year',
  category: 'Category',
  resolution: 'Resolution',
  constrained: 'Constrained',
  un_adjusted: 'UN adjusted',
  sha256: 'SHA-256',
}
const defaults = {
  origin: 'file' as Origin,
  file: noFile,
  url: '',
  iso3_code: '',
  year: '',
  category: 'population',
  resolution: '',
  constrained: false,
  un_adjusted: false,
  sha256: '',
}
/** The dataset's metadata and its raster: a file on this computer, or an address that the service fetches. */
export function DatasetForm() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const countryOptions = useCountryOptions('Choose a country')
  const hosts = useQuery(hostsQuery)
  const raster = useImportFile<Verdict>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const { form, submit, others } = useContractForm({
    check: ({ origin: from, ...body }, { file }) =>
      from === 'file'
        ? { ...requireFile(file, 'Choose the raster.'), ...rejectedFields(newDataset.loose(), body) }
        : rejectedFields(fetchDataset.body, body),
    defaults,
    send: async ({ origin: from, url, ...about }, { dry_run }: { dry_run: boolean }, { file }) => {
      const { signal } = (running.current = new AbortController())
      const sendRaster = async (onProgress: (fraction: number) => void) => {
        const body = { ...about, dry_run }
        const later =
          from === 'file' && file
            ? await uploadLater(importDataset, { body, files: { file } }, { onProgress, signal })
            : await fetchFromAddress({ data: { ...body, url } as never, signal })
        const answer = await importOf(later, { signal, onFraction: raster.setInspected })
        if (!answer.dataset) {
          raster.setVerdict(answer)
          return 'unsent'
        }
        // Nothing can be lost any more.
        running.current = undefined
        void client.invalidateQueries({ queryKey: ['worldpop'] })
        showSuccess({ msg: `Imported ${datasetName(answer.dataset)}` })
        await navigate({ to: '/worldpop/$id', params: { id: String(answer.dataset.id) } })
        return undefined
      }
      try {
        return await raster.sending(sendRaster, from === 'file' ? 0 : 1)
      } catch (error) {
        if (signal.aborted) return 'unsent'
        throw error
      } finally {
        running.current = undefined
      }
    },
  })
  const origin = useSelector(form.store, ({ values }) => values.origin)
  const fromFile = origin === 'file'
  const send = (dry_run: boolean) => {
    raster.setVerdict(null)
    void submit({ dry_run })
  }
  const allowed = hosts.data?.content ?? []
  return (
    <ImportFrame
      words={{
        checking: fromFile ? 'Inspecting the raster' : 'Fetching and inspecting the raster',
        check: 'Check raster',
        submit: 'Import dataset',
      }}
      fraction={raster.sent}
      inspected={raster.inspected}
      onCancel={() => running.current?.abort()}
      verdict={raster.verdict && <DatasetVerdict verdict={raster.verdict} />}
      onSend={send}
    >
      <form.AppForm>
        <form.FormProblems labels={labels} others={others} />
        <LeaveGuard />
        <AskBeforeLeaving
          title="Leave before the raster is imported?"
          description="It is not imported, and what you have entered here will be lost."
          isUnsent={() => running.current !== undefined}
        />
      </form.AppForm>
      <CountriesFailed />
      <LoadFailed what="Hosts to download from" query={hosts} />
      <Segmented
        label="Location of the raster"
        value={origin}
        options={origins}
        onChange={(value) => form.setFieldValue('origin', value)}
      />
      {fromFile ? (
        <form.AppField name="file">
          {() => (
            <ChosenFile
              label="Choose the raster, or drop it here"
              help="GeoTIFF (.tif)"
              accept={['.tif', '.tiff', 'image/tiff']}
              disabled={raster.busy}
              onFile={() => raster.setVerdict(null)}
            />
          )}
        </form.AppField>
      ) : (
        <form.AppField name="url">
          {(field) => (
            <field.TextField
              required
              type="url"
              maxLength={2000}
              label={labels.url}
              placeholder="https://data.worldpop.org/….tif"
              help={
                hosts.data === undefined
                  ? undefined
                  : allowed.length > 0
                    ? `The service fetches https addresses from ${allowed.join(', ')} only. An admin can allow other hosts (WORLDPOP_HOSTS).`
                    : 'This service does not download from other hosts: download the file and upload it here. An admin can allow hosts (WORLDPOP_HOSTS).'
              }
            />
          )}
        </form.AppField>
      )}
      <div className="grid gap-4 min-[560px]:grid-cols-2">
        <form.AppField name="iso3_code">
          {(field) => <field.SelectField required label={labels.iso3_code} options={countryOptions} />}
        </form.AppField>
        <form.AppField name="year">
          {(field) => <field.TextField required type="number" label={labels.year} help="e.g. 2020" />}
        </form.AppField>
        <form.AppField name="category">
          {(field) => (
            <field.SelectField
              required
              label={labels.category}
              options={POPULATION_CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }))}
            />
          )}
        </form.AppField>
        <form.AppField name="resolution">
          {(field) => (
            <field.TextField required label={labels.resolution} help="As stated by the publisher, e.g. 1km" />
          )}
        </form.AppField>
        <form.AppField name="constrained">
          {(field) => <field.CheckField label="Constrained" help="People only where there are settlements" />}
        </form.AppField>
        <form.AppField name="un_adjusted">
          {(field) => <field.CheckField label="UN adjusted" help="Matches United Nations totals" />}
        </form.AppField>
      </div>
      <form.AppField name="sha256">
        {(field) => (
          <field.TextField
            label={labels.sha256}
            help="Optional: the publisher's checksum. A file with another checksum is rejected"
          />
        )}
      </form.AppField>
    </ImportFrame>
  )
}
