import type { TiffDirectory } from './check-header.ts'
import { metadataItems } from './metadata-items.ts'

/** What GDAL's metadata say about a band; missing: nothing. */
export interface BandLabel {
  name?: string
  unit?: string
}

const FIELDS = { description: 'name', unittype: 'unit' } as const

/** The name and unit of each band, if the file has any. */
export function bandLabelsOf(directory: TiffDirectory, bands: number): BandLabel[] | undefined {
  const labels: BandLabel[] = Array.from({ length: bands }, () => ({}))
  for (const { role, sample, text } of metadataItems(directory)) {
    const field = FIELDS[role as keyof typeof FIELDS]
    const label = labels[sample ?? Number.NaN]
    if (field && label && text) label[field] = text
  }
  return labels.some(({ name, unit }) => name ?? unit) ? labels : undefined
}
