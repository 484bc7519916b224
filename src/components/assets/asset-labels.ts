import type { Recipe } from '#contract/rasters/asset-list.ts'

export const METHOD_NAMES: Readonly<Record<Recipe['method'], string>> = {
  nearest: 'Nearest',
  bilinear: 'Bilinear',
  average: 'Average',
  sum: 'Sum',
  mode: 'Mode',
}
