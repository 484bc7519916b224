import type { FileAnswer } from '../route.ts'

/** An image that the service generated. */
interface Picture {
  png: Buffer
  etag: string
  /** Its address will never have another one. */
  immutable?: boolean
}

/** The answer for an image; browsers cache it for a day. */
export const picture = (name: string, { png, etag, immutable = false }: Picture): FileAnswer => ({
  name,
  mediaType: 'image/png',
  size: png.length,
  etag,
  disposition: 'inline',
  cacheControl: `private, max-age=86400${immutable ? ', immutable' : ''}`,
  open: (range) => (range ? png.subarray(range.start, range.end + 1) : png),
})
