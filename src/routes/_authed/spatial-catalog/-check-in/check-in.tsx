import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadAsset } from '#contract/assets.ts'
import { checkInRaster } from '#contract/interpolation-files.ts'
import { failureMessage } from '~/api/api-error.ts'
import { upload } from '~/api/upload.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { FileDrop } from '~/components/ui/file-drop.tsx'
import { fileSize } from '~/lib/file-size.ts'
import { type About, AboutForm } from './about-form.tsx'
import { CheckedIn } from './checked-in.tsx'
import { Inspected } from './inspected.tsx'
import { Sending } from './sending.tsx'
import { useUpload } from './use-upload.ts'

/** Sending a large file twice takes time: it is inspected first only on request. */
const INSPECTED_AT_ONCE = 256 * 2 ** 20

const inspect = (file: File, progress: { onProgress: (part: number) => void; signal: AbortSignal }) =>
  upload(uploadAsset, { body: { dry_run: true }, files: { file: underFreeName(file) } }, progress)

/** An asset's bands are named after its file; those of a product after its key, so none may conflict. */
const underFreeName = (file: File) =>
  new File([file], `${file.name.replace(/\.tiff?$/i, '').slice(0, 100)}-check-in-${Date.now()}.tif`)
const send = (
  { file, about }: { file: File; about: About },
  progress: { onProgress: (part: number) => void; signal: AbortSignal },
) => upload(checkInRaster, { body: about, files: { file } }, progress)

/** Drop a file, see its contents, name it, publish it. */
export function CheckIn() {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const inspection = useUpload(inspect)
  const checkIn = useUpload(send)
  const choose = (chosen: File | null) => {
    inspection.cancel()
    checkIn.cancel()
    setFile(chosen)
    if (chosen && chosen.size <= INSPECTED_AT_ONCE) inspection.mutate(chosen)
  }
  const found = checkIn.data ?? inspection.data
  const unsound = found?.findings.some(({ severity }) => severity === 'error') ?? false
  if (checkIn.data?.product)
    return (
      <CheckedIn
        product={checkIn.data.product}
        findings={checkIn.data.findings}
        onNext={() => choose(null)}
      />
    )
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {file === null ? (
        <FileDrop
          label="Choose a GeoTIFF, or drop it here"
          help="One raster of any size. It is inspected before anything is published."
          accept={['.tif', '.tiff', 'image/tiff']}
          onFiles={([first]) => choose(first ?? null)}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-3 rounded border px-3 py-2">
          <p className="min-w-0 flex-1 break-words">
            <span className="font-medium">{file.name}</span>{' '}
            <span className="tabular text-muted">{fileSize(file.size)}</span>
          </p>
          <Button variant="secondary" size="small" disabled={checkIn.isPending} onClick={() => choose(null)}>
            Choose another file
          </Button>
        </div>
      )}
      {inspection.isPending && file && (
        <Sending
          what={`Inspecting ${file.name}`}
          after="The file has arrived; its cells are being read."
          fraction={inspection.fraction}
          onCancel={() => choose(null)}
        />
      )}
      {inspection.error && file && (
        <Alert tone="error" title="The file could not be inspected">
          <p>{failureMessage(inspection.error)}</p>
          <Button variant="secondary" size="small" className="mt-2" onClick={() => inspection.mutate(file)}>
            Try again
          </Button>
        </Alert>
      )}
      {file && inspection.isIdle && !found && (
        <Alert tone="info" title="Large files are inspected at check-in">
          <p>Inspecting it now uploads the file twice.</p>
          <Button variant="secondary" size="small" className="mt-2" onClick={() => inspection.mutate(file)}>
            Inspect it now
          </Button>
        </Alert>
      )}
      {found && <Inspected raster={found.raster} findings={found.findings} />}
      {file && (
        <Card title="What it shows">
          <AboutForm
            key={file.name}
            blocked={unsound}
            onSend={async (about) => {
              const answer = await checkIn.send({ file, about })
              if (answer?.product) void client.invalidateQueries({ queryKey: ['products'] })
            }}
          />
          {checkIn.isPending && (
            <Sending
              what={`Uploading ${file.name}`}
              after="The file has arrived; it is being inspected and catalogued."
              fraction={checkIn.fraction}
              onCancel={checkIn.cancel}
            />
          )}
        </Card>
      )}
    </div>
  )
}
