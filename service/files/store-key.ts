import { sizeLimit } from '#common/file-size.ts'
import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'

const KEY = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9/._-]{0,499}$/

/** The key itself; it never leads out of the store. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`'${key}' is not a valid file store key.`)
  return key
}

export const absent = () => new ServiceError('not-found', sentence`This file is not in the store any more.`)

export function requireSize(size: number, maxBytes: number): void {
  if (size > maxBytes)
    throw new ServiceError('too-large', sentence`The file is larger than ${sizeLimit(maxBytes)}.`)
}
