import type { ProductExt } from '#contract/interpolation/interpolation-shapes.ts'
import type { OutputType } from '#contract/jobs/job-shapes.ts'

/** A job's output behind each ext. A checked-in raster has only its own file, as 'tif'. */
export const OUTPUT_OF_EXT: Record<ProductExt, OutputType> = {
  tif: 'mean',
  'lower.tif': 'lower',
  'upper.tif': 'upper',
  'sd.tif': 'sd',
  'exceedance.tif': 'exceedance',
  'people.tif': 'people',
  csv: 'adm',
  'clusters.csv': 'clusters-cv',
  parquet: 'cells',
  json: 'diagnostics',
  'provenance.json': 'provenance',
}

const EXTS = Object.keys(OUTPUT_OF_EXT) as ProductExt[]
export const EXT_OF_OUTPUT: ReadonlyMap<string, ProductExt> = new Map(
  EXTS.map((ext) => [OUTPUT_OF_EXT[ext], ext]),
)
/** In the order in which files are listed. */
export const byExt = (a: { ext: string }, b: { ext: string }) =>
  EXTS.indexOf(a.ext as ProductExt) - EXTS.indexOf(b.ext as ProductExt)
