/** A raster that cannot be used. The message is one sentence that a person can act on. */
export class RasterError extends Error {
  override name = 'RasterError'
}
