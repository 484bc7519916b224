import { useState } from 'react'
import { BAND_SHEET_COLUMNS } from '#contract/rasters/band-uploads.ts'
import { fileSize } from '#common/file-size.ts'
import { failureMessage, isTransient } from '~/api/api-error.ts'
import { ErrorItems } from '~/components/findings/error-items.tsx'
import { RASTER_ENDINGS } from '~/components/rasters/raster-file.ts'
import { UnfinishedUploads } from '~/components/rasters/uploads/unfinished-uploads.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { FileDrop } from '~/components/ui/fields/file-drop.tsx'
import { CirclePause, CirclePlay, Download, FileSpreadsheet, X } from 'lucide-react'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { Segmented } from '~/components/ui/fields/segmented.tsx'
import { wholePercent } from '~/lib/percentage.ts'
import { saveCsv } from '~/lib/files/save-csv.ts'
import { BulkFollow } from './bulk-follow.tsx'
import { BulkResult } from './bulk-result.tsx'
import { type BulkAnswer, templateCsv } from './sheet-template.ts'
import type { BulkRaster } from './use-bulk-rasters.ts'
import { type Bulk, SHEET_ENDINGS, useBulk } from './use-bulk.ts'

const scopes = [
  { value: 'all', label: 'All rows or none' },
  { value: 'good', label: 'Only rows without errors' },
] as const

/** A sheet with one row per band, its rasters, and the results. */
export function BulkUpload({
  uploadId,
  onFollow,
}: {
  /** The upload that a worker continues. */
  uploadId: number | undefined
  onFollow: (uploadId: number | undefined) => void
}) {
  const bulk = useBulk(onFollow)
  const [scope, setScope] = useState<'all' | 'good'>('all')
  const { sheet, rasters, problems, send, start } = bulk
  const isChosen = sheet !== undefined && rasters.some(({ problem }) => !problem)
  const ready = isChosen && !send.isPending
  const failed = rasters.find((raster) => raster.failed && !raster.problem)
  const showResult = (answer: BulkAnswer) => (
    <BulkResult
      key={send.submittedAt}
      answer={answer}
      name={sheet?.name ?? 'bands.csv'}
      onGood={isChosen ? () => start('good') : undefined}
      onAll={isChosen ? () => start('all') : undefined}
    />
  )
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="grid grid-cols-1 items-start gap-4 min-[900px]:grid-cols-2">
        <SheetCard bulk={bulk} />
        <RastersCard bulk={bulk} />
      </div>
      {problems.length > 0 && (
        <Alert tone="error">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Segmented label="Rows to add" value={scope} options={scopes} onChange={setScope} />
        <div className="flex flex-wrap gap-2">
          <Button disabled={!ready} busy={send.isPending} onClick={() => start(scope)}>
            Upload bands
          </Button>
          <Button variant="secondary" disabled={!ready} onClick={() => start('check')}>
            Check only
          </Button>
        </div>
      </div>
      <BulkProgress bulk={bulk} />
      {send.isError && (
        <Alert
          tone="error"
          title={
            failed
              ? `‘${failed.name}’ was not uploaded: ${failureMessage(send.error)}`
              : failureMessage(send.error)
          }
        >
          <ErrorItems error={send.error} />
          Nothing was added to the catalog. Uploaded rasters are kept
          {isTransient(send.error) ? ': retry to continue.' : '.'}
        </Alert>
      )}
      {send.data && showResult(send.data)}
      {uploadId !== undefined && !send.isPending && (
        <BulkFollow key={uploadId} id={uploadId} onCancelled={bulk.cancel}>
          {showResult}
        </BulkFollow>
      )}
    </div>
  )
}

function BulkProgress({ bulk: { progress, inspected, paused, send, start, pause, cancel } }: { bulk: Bulk }) {
  if (!send.isPending && paused === undefined) return null
  const sending = progress < 1
  return (
    <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
      <ProgressBar
        value={sending ? progress : (inspected ?? undefined)}
        label="Upload"
        className="max-w-80"
      />
      {paused === undefined ? (
        <>
          {sending ? (
            <span className="tabular">{wholePercent(progress)}</span>
          ) : (
            `Checking the sheet and the rasters${inspected === null ? '' : `: ${wholePercent(inspected)}`}`
          )}
          <Button variant="quiet" size="small" onClick={sending ? pause : cancel}>
            {sending && <CirclePause aria-hidden="true" />}
            {sending ? 'Pause' : 'Cancel'}
          </Button>
        </>
      ) : (
        <>
          <span className="tabular">Paused at {wholePercent(progress)}</span>
          <Button variant="quiet" size="small" onClick={() => start(paused)}>
            <CirclePlay aria-hidden="true" />
            Continue
          </Button>
        </>
      )}
    </div>
  )
}

function SheetCard({ bulk: { sheet, rasters, chooseSheet, dropSheet, send } }: { bulk: Bulk }) {
  return (
    <Card
      title="Sheet"
      actions={
        <Button
          variant="quiet"
          size="small"
          onClick={() => saveCsv(templateCsv(rasters.map(({ name }) => name)), 'bands.csv')}
        >
          <Download aria-hidden="true" />
          Template
        </Button>
      }
    >
      {sheet ? (
        <div className="flex flex-wrap items-center gap-2">
          <FileSpreadsheet aria-hidden="true" className="size-5 text-muted" />
          <span className="min-w-0 font-medium break-all">{sheet.name}</span>
          <Button variant="quiet" size="small" disabled={send.isPending} onClick={dropSheet}>
            <X aria-hidden="true" />
            Choose another
          </Button>
        </div>
      ) : (
        <FileDrop
          label="Choose a sheet, or drop it here"
          help="One row per band, as .xlsx or .csv"
          accept={SHEET_ENDINGS}
          onFiles={([file]) => file && chooseSheet(file)}
        />
      )}
      <details>
        <summary className="w-fit cursor-pointer text-sm text-muted hover:text-text">
          Columns of the sheet
        </summary>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          {BAND_SHEET_COLUMNS.map(({ name, required, about }) => (
            <div key={name} className="contents">
              <dt className="font-mono text-xs leading-5">{name}</dt>
              <dd className="text-muted">
                {about}
                {required && <span className="text-text"> (required)</span>}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  )
}

function RastersCard({ bulk }: { bulk: Bulk }) {
  const { rasters, addRasters, resumeRaster, send } = bulk
  return (
    <Card title="Rasters">
      <FileDrop
        multiple
        compact={rasters.length > 0}
        label={rasters.length > 0 ? 'Add rasters' : 'Choose the rasters, or drop them here'}
        help="GeoTIFF files that the column ‘file’ names. The upload can be paused, and continued later."
        accept={RASTER_ENDINGS}
        disabled={send.isPending}
        onFiles={addRasters}
      />
      {rasters.length > 0 && (
        <ul aria-label="Rasters" className="max-h-64 divide-y overflow-auto rounded border">
          {rasters.map((raster) => (
            <RasterItem key={raster.name} raster={raster} bulk={bulk} />
          ))}
        </ul>
      )}
      {!send.isPending && (
        <UnfinishedUploads hidden={rasters.flatMap(({ upload }) => upload ?? [])} onResume={resumeRaster} />
      )}
    </Card>
  )
}

function RasterItem({
  raster: { name, size, file, fraction, paused, failed, problem },
  raster,
  bulk: { send, pauseRaster, continueRaster, dropRaster },
}: {
  raster: BulkRaster
  bulk: Bulk
}) {
  const share = `${wholePercent(fraction)} uploaded`
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-3 px-3 py-1">
      <span className="min-w-0 flex-1 break-all">{name}</span>
      {failed ? (
        <span className="text-xs text-error">Not uploaded</span>
      ) : (
        (fraction > 0 || paused) && (
          <span className="tabular text-xs text-muted">
            {fraction === 1 ? 'Uploaded' : paused ? `Paused, ${share}` : share}
          </span>
        )
      )}
      <span className="tabular text-xs text-muted">{fileSize(size)}</span>
      <span className="flex">
        {paused ? (
          <Button
            variant="quiet"
            size="smallIcon"
            aria-label={`Continue ${name}`}
            onClick={() => continueRaster(name)}
          >
            <CirclePlay aria-hidden="true" />
          </Button>
        ) : (
          send.isPending &&
          file !== null &&
          !failed &&
          fraction < 1 && (
            <Button
              variant="quiet"
              size="smallIcon"
              aria-label={`Pause ${name}`}
              onClick={() => pauseRaster(name)}
            >
              <CirclePause aria-hidden="true" />
            </Button>
          )
        )}
        <Button
          variant="quiet"
          size="smallIcon"
          disabled={send.isPending}
          aria-label={`Remove ${name}`}
          onClick={() => dropRaster(raster)}
        >
          <X aria-hidden="true" />
        </Button>
      </span>
      {problem && (
        <span role="alert" className="basis-full pb-1 text-xs break-words text-error">
          {problem}
        </span>
      )}
    </li>
  )
}
