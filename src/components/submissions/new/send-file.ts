import { type Submission } from '#contract/submissions/submission-list.ts'
import { runFile } from '#contract/submissions/submissions.ts'
import { upload } from '~/api/upload.ts'

interface Sending {
  file: File
  surveys: readonly File[]
  title: string
  projectId: number | null
  idempotencyKey: string
}

export const sendFile = (
  { file, surveys, title, projectId, idempotencyKey }: Sending,
  options: { onProgress?: (fraction: number) => void; signal?: AbortSignal } = {},
): Promise<Submission> =>
  upload(
    runFile,
    { body: { title, ...(projectId !== null && { project_id: projectId }) }, files: { file, surveys } },
    { ...options, headers: { 'idempotency-key': idempotencyKey } },
  )
