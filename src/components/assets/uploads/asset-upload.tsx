import { counted } from '#common/counted.ts'
import type { ReactNode } from 'react'
import { checkTexts } from '~/components/form/checks.ts'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { useCountryOptions } from '~/components/form/use-country-options.ts'
import {
  DETAIL_CHECKS,
  DETAIL_LABELS,
  VALUES_OF_FILE,
  helpOfValues,
  noDetails,
} from '~/components/rasters/band-details.ts'
import { RASTER_ENDINGS } from '~/components/rasters/raster-file.ts'
import { UnfinishedUploads } from '~/components/rasters/uploads/unfinished-uploads.tsx'
import { AskBeforeLeaving } from '~/components/form/leave-guard.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { FileDrop } from '~/components/ui/fields/file-drop.tsx'
import { mayRetry, mayStart } from './upload-item.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'

const files = (n: number) => counted(n, 'file')

/** Choose rasters, describe them, send them; each is inspected and catalogued unless it has an error. */
export function AssetUpload({
  iso3_code = '',
  next,
}: {
  iso3_code?: string
  /** Offered once all files are catalogued. */
  next?: ReactNode
}) {
  const uploads = useUploads()
  const countries = useCountryOptions('No country (the whole world)')
  const { form, submit, onSubmit, others } = useContractForm({
    defaults: { ...noDetails, iso3_code },
    check: (_, values) => checkTexts(values, DETAIL_CHECKS),
    send: (_, __, values) => uploads.start(values),
  })
  const { items, problems, busy } = uploads
  const waiting = items.filter(mayStart).length
  const failed = items.filter(mayRetry).length
  const doneCount = items.filter(({ state }) => state.kind === 'catalogued').length
  return (
    <form
      noValidate
      aria-label="Upload raster assets"
      className="flex min-w-0 flex-col gap-4"
      onSubmit={onSubmit}
    >
      <FileDrop
        multiple
        label="Choose rasters, or drop them here"
        help="GeoTIFF files (.tif, .tiff), up to 64 GiB each. Every file is inspected before it is catalogued. Large files can be paused, and continued later."
        accept={RASTER_ENDINGS}
        onFiles={uploads.add}
      />
      <AskBeforeLeaving
        title="Leave before all files are uploaded?"
        description="The files that are still waiting here will not be uploaded. A large file that has begun can be continued later."
        isUnsent={() => waiting > 0 || busy}
      />
      <UnfinishedUploads hidden={items.flatMap(({ upload }) => upload ?? [])} onResume={uploads.resume} />
      {problems.length > 0 && (
        <Alert tone="error">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Alert>
      )}
      {items.length > 0 && (
        <ul aria-label="Chosen files" className="divide-y rounded border">
          {items.map((item) => (
            <UploadRow
              key={item.key}
              item={item}
              uploads={uploads}
              onRetry={() => {
                uploads.retry(item.key)
                if (!busy) void submit(undefined)
              }}
              onRepeat={() => {
                uploads.repeat(item.key)
                if (!busy) void submit(undefined)
              }}
            />
          ))}
        </ul>
      )}
      <fieldset className="flex max-w-form flex-col gap-3" disabled={busy}>
        <legend className="mb-2 text-base font-semibold">About the bands of these files (optional)</legend>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <form.AppField name="iso3_code">
            {(field) => (
              <field.SelectField
                label={DETAIL_LABELS.iso3_code}
                options={countries}
                help="Applies to all chosen files. Without a country, they are listed under World."
              />
            )}
          </form.AppField>
          <form.AppField name="year">
            {(field) => <field.TextField label={DETAIL_LABELS.year} inputMode="numeric" autoComplete="off" />}
          </form.AppField>
          <form.AppField name="unit">
            {(field) => (
              <field.TextField label={DETAIL_LABELS.unit} help="For example m, mm or people per cell" />
            )}
          </form.AppField>
          <form.AppField name="source">
            {(field) => <field.TextField label={DETAIL_LABELS.source} help="Who published the data" />}
          </form.AppField>
        </div>
        <form.AppField name="values">
          {(field) => (
            <field.SelectField
              label={DETAIL_LABELS.values}
              options={VALUES_OF_FILE}
              help={helpOfValues(field.state.value)}
            />
          )}
        </form.AppField>
        <form.AppField name="description">
          {(field) => <field.TextAreaField label={DETAIL_LABELS.description} rows={3} />}
        </form.AppField>
      </fieldset>
      <form.AppForm>
        <form.FormProblems labels={DETAIL_LABELS} others={others} />
        <div className="flex flex-wrap items-center gap-2">
          <form.SubmitButton disabled={waiting === 0}>
            {waiting > 0 ? `Upload ${files(waiting)}` : 'Upload'}
          </form.SubmitButton>
          {failed > 1 && !busy && (
            <Button
              variant="secondary"
              onClick={() => {
                uploads.retryAll()
                void submit(undefined)
              }}
            >
              Retry {files(failed)}
            </Button>
          )}
          <p aria-live="polite" className="text-sm text-muted">
            {doneCount > 0 && `${files(doneCount)} catalogued`}
          </p>
          {doneCount > 0 && doneCount === items.length && next}
        </div>
      </form.AppForm>
    </form>
  )
}
