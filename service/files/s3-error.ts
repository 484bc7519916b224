import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'
import { absent } from './store-key.ts'

interface Answered {
  name?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

const ABSENT = new Set(['NoSuchKey', 'NotFound'])
const DENIED = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'CredentialsProviderError',
  'ExpiredToken',
  'RequestTimeTooSkewed',
])
const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'EntityTooLarge'])

const ASK = sentence`Ask the operator of the service to check it.`

export const isAbsent = (error: unknown): boolean => {
  const { name = '', $metadata } = (error ?? {}) as Answered
  return ABSENT.has(name) || ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket')
}

/** The object is not the version that was asked for, or shorter than the range. */
export const isReplaced = (error: unknown): boolean => {
  const { name = '', $metadata } = (error ?? {}) as Answered
  const kind = (error as { kind?: unknown } | null)?.kind
  return kind === 'conflict' || name === 'InvalidRange' || [412, 416].includes($metadata?.httpStatusCode ?? 0)
}

function sentenceOf({ name = '', $metadata }: Answered): ServiceError {
  const status = $metadata?.httpStatusCode
  if (name === 'NoSuchBucket')
    return new ServiceError(
      'unavailable',
      sentence`The file store is not set up: its bucket is missing. ${ASK}`,
    )
  if (DENIED.has(name) || status === 401 || status === 403)
    return new ServiceError('unavailable', sentence`The file store denies access to this service. ${ASK}`)
  if (FULL.has(name) || status === 413 || status === 507)
    return new ServiceError('no-storage', sentence`Not enough storage is left to keep this file. ${ASK}`)
  return new ServiceError(
    'unavailable',
    sentence`The file store cannot be reached at the moment. Try again shortly.`,
    { headers: { 'Retry-After': '5' } },
  )
}

/**
 * A sentence for the person and, as its cause, a word for the log. The client's own error is dropped: its fields hold
 * requests, with access keys and signatures.
 */
export function asStoreError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (isAbsent(error)) return absent()
  const said = (error ?? {}) as Answered
  const failure = sentenceOf(said)
  const status = said.$metadata?.httpStatusCode
  failure.cause = new Error(
    ['object store', said.name, said.code, status && `HTTP ${status}`].filter(Boolean).join(', '),
  )
  return failure
}
