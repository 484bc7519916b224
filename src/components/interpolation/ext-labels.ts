import type { ProductExt } from '#contract/interpolation/interpolation-shapes.ts'

export const EXT_WORDS: Readonly<Record<ProductExt, string>> = {
  tif: 'Map, GeoTIFF',
  'lower.tif': 'Lower end of the interval, GeoTIFF',
  'upper.tif': 'Upper end of the interval, GeoTIFF',
  'sd.tif': 'Standard deviation, GeoTIFF',
  'exceedance.tif': 'Probability that prevalence exceeds the threshold, GeoTIFF',
  'people.tif': 'Expected number of people, GeoTIFF',
  csv: 'Admin units, CSV',
  'clusters.csv': 'Clusters, CSV',
  parquet: 'Cells, Parquet',
  json: 'Diagnostics, JSON',
  'provenance.json': 'Provenance, JSON',
}
