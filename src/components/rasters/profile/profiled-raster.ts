import type { RasterName } from '#contract/viewing/viewing.ts'

export interface ProfiledRaster {
  name: RasterName
  label: string
  unit: string
}
