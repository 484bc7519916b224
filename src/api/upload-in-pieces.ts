import { type DetailedError, Upload } from 'tus-js-client'
import { PROXY_PATH } from './address.ts'
import { ApiError, isOtherPerson } from './api-error.ts'
import { pagePersonHeader } from './page-person.ts'
import { toApiError } from './read-answer.ts'

const ADDRESS = `${PROXY_PATH}/uploads`
/** A multiple of the parts of an object store, so that no remainder has to be kept there. */
const PIECE_BYTES = 64 * 2 ** 20
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000]

interface Options {
  /** The upload to continue; if it has expired, another one begins. */
  id?: string
  /** Called as soon as there is one, so that it can be continued later. */
  onId: (id: string) => void
  /** Share of the bytes that were sent, from 0. */
  onProgress: (fraction: number) => void
  /** Aborting it pauses the upload: what has arrived is kept. */
  signal: AbortSignal
}

/** Sends a file by the tus protocol through the web server's streaming proxy; resolves with the finished upload's id. */
export async function uploadInPieces(file: File, { id, onId, onProgress, signal }: Options): Promise<string> {
  const idOf = (url: string | null) => url?.split('/').at(-1) ?? ''
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new ApiError(0, ''))
    const upload = new Upload(file, {
      endpoint: ADDRESS,
      uploadUrl: id === undefined ? null : `${ADDRESS}/${id}`,
      headers: pagePersonHeader(),
      metadata: { filename: file.name },
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_MS,
      // The service lists a person's uploads, in any browser.
      storeFingerprintForResuming: false,
      onShouldRetry: (error) => canRetry(asApiError(error)) && navigator.onLine,
      onUploadUrlAvailable: () => onId(idOf(upload.url)),
      onProgress: (bytes, total) => onProgress(total === 0 ? 0 : bytes / total),
      onSuccess: () => resolve(idOf(upload.url)),
      onError: (error) => reject(asApiError(error)),
    })
    signal.addEventListener(
      'abort',
      () => {
        void upload.abort()
        reject(new ApiError(0, ''))
      },
      { once: true },
    )
    upload.start()
  })
}

/** As by default, 409 and 423 are tried again: another piece may be on its way. */
const canRetry = (error: ApiError) =>
  !isOtherPerson(error) && (error.status < 400 || error.status >= 500 || [409, 423].includes(error.status))

function asApiError(error: Error): ApiError {
  const answer = (error as Partial<DetailedError>).originalResponse
  if (!answer) return new ApiError(0, '')
  try {
    return toApiError(answer.getStatus(), JSON.parse(answer.getBody()))
  } catch {
    return new ApiError(answer.getStatus(), '')
  }
}
