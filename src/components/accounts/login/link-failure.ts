import { ApiError } from '~/api/api-error.ts'

/** In the words of a person who opened an emailed link: they know no token. */
export const linkFailure = (error: unknown): unknown =>
  error instanceof ApiError && error.status === 400 && error.errors.length === 0
    ? new ApiError(400, 'This link has expired, was used before, or is incomplete.')
    : error
