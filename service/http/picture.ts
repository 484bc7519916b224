import { Readable } from 'node:stream'
import type { FileAnswer } from './route.ts'

/** The answer that shows a picture made by the service; browsers keep it for a day. */
export const picture = (name: string, { png, etag }: { png: Buffer; etag: string }): FileAnswer => ({
  name,
  mediaType: 'image/png',
  size: png.length,
  etag,
  disposition: 'inline',
  cacheControl: 'private, max-age=86400',
  open: (range) => Readable.from([range ? png.subarray(range.start, range.end + 1) : png]),
})
