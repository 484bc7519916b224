import { useState } from 'react'
import type { Upload } from '#contract/rasters/uploads.ts'
import {
  RASTER_ENDINGS,
  continues,
  otherFileProblem,
  rasterProblem,
} from '~/components/rasters/raster-file.ts'
import { UnfinishedUploads } from '~/components/rasters/uploads/unfinished-uploads.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { FileDrop } from '~/components/ui/fields/file-drop.tsx'

/** A raster to check in: a file, or the upload of an earlier visit. */
export function ChooseRaster({
  hidden,
  onFile,
  onResume,
}: {
  /** Uploads that are not offered. */
  hidden: readonly string[]
  onFile: (file: File) => void
  onResume: (upload: Upload, file: File | null) => void
}) {
  const [problem, setProblem] = useState<string>()
  return (
    <>
      <FileDrop
        label="Choose a GeoTIFF, or drop it here"
        help="One raster of up to 64 GiB. It is uploaded once and inspected before anything is published. The upload can be paused, and continued later."
        accept={RASTER_ENDINGS}
        onFiles={([file]) => {
          const nextProblem = rasterProblem(file)
          setProblem(nextProblem)
          if (nextProblem === undefined) onFile(file)
        }}
      />
      {problem !== undefined && <Alert tone="error">{problem}</Alert>}
      <UnfinishedUploads
        hidden={hidden}
        onResume={(upload, file) => {
          const isOther = file !== null && !continues(file, upload)
          setProblem(isOther ? otherFileProblem(file, upload) : undefined)
          if (!isOther) onResume(upload, file)
        }}
      />
    </>
  )
}
