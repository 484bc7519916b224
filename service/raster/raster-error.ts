/** A raster that cannot be used, told in one sentence that a person can act on. */
export class RasterError extends Error {
  override name = 'RasterError'
}
