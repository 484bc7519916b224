import type { FileAnswer } from '../route.ts'

/** The answer for an image that the service generated; browsers cache it for a day. */
export const picture = (name: string, { png, etag }: { png: Buffer; etag: string }): FileAnswer => ({
  name,
  mediaType: 'image/png',
  size: png.length,
  etag,
  disposition: 'inline',
  cacheControl: 'private, max-age=86400',
  open: (range) => (range ? png.subarray(range.start, range.end + 1) : png),
})
