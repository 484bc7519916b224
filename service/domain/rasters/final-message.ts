import { ChildFailure } from '../../isolation/child-failure.ts'
import { ServiceError } from '../../service-error.ts'

const PASSING = ['unavailable', 'no-storage', 'too-many']

/** One sentence if trying again would not help; null: it may pass. */
export function finalMessage(error: unknown): string | null {
  if (error instanceof ServiceError) {
    const isRemote = error.errors?.some(({ field }) => field === 'url')
    return PASSING.includes(error.kind) && !isRemote ? null : error.message
  }
  return error instanceof ChildFailure ? 'The raster crashed the process that inspected it.' : null
}
