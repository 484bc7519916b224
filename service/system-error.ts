import { type Sentence, sentence } from './sentence.ts'
import { ServiceError } from './service-error.ts'

const FULL = sentence`Not enough storage is left to keep this file. Ask the operator of the service to free some.`
const CHECK = sentence`Ask the operator of the service to check it.`

const away = (message: Sentence) =>
  new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' } })

const noPermission = () => away(sentence`The service has no permission to use its file store. ${CHECK}`)
const broken = () => away(sentence`The file store cannot be read or written at the moment. ${CHECK}`)
const manyFiles = () => away(sentence`The service has too many open files at the moment. Try again shortly.`)

/** What a person learns about an error of the file system. Also without free inodes, the code is ENOSPC. */
const SENTENCES: Readonly<Record<string, () => ServiceError>> = {
  ENOSPC: () => new ServiceError('no-storage', FULL),
  EDQUOT: () => new ServiceError('no-storage', FULL),
  EROFS: () => away(sentence`The file store is read-only. ${CHECK}`),
  EACCES: noPermission,
  EPERM: noPermission,
  EMFILE: manyFiles,
  ENFILE: manyFiles,
  EIO: broken,
  ESTALE: broken,
  ENOTCONN: broken,
}

/** Null: it is no error of the file system, or one that the program made, such as a missing file. */
export function asSystemError(error: unknown): ServiceError | null {
  const { code = '', syscall = '' } = (error ?? {}) as NodeJS.ErrnoException
  if (!Object.hasOwn(SENTENCES, code) || /^(spawn|connect|bind|listen|kill|shutdown)\b/.test(syscall))
    return null
  const known = SENTENCES[code]()
  known.cause = error
  return known
}

/** The error of a store's file as a sentence. */
export const asStoreError = (error: unknown): unknown => asSystemError(error) ?? error
