import type { RasterName } from '#contract/viewing.ts'

export interface ProfiledRaster {
  name: RasterName
  label: string
  unit: string
}
