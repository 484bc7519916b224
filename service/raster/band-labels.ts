import type { TiffDirectory } from './check-header.ts'
import { TAG } from './tiff-tags.ts'

/** What GDAL's metadata say about a band; missing: nothing. */
export interface BandLabel {
  name?: string
  unit?: string
}

const FIELDS = { description: 'name', unittype: 'unit' } as const

/** The name and unit of each band, if the file has any. */
export function bandLabelsOf({ tags }: TiffDirectory, bands: number): BandLabel[] | undefined {
  const metadata = tags.get(TAG.gdalMetadata)
  if (typeof metadata !== 'string') return undefined
  const labels: BandLabel[] = Array.from({ length: bands }, () => ({}))
  for (const [, attributes, text] of metadata.matchAll(/<Item\s([^<>]*)>([^<]*)<\/Item>/g)) {
    const field = FIELDS[attributeOf(attributes, 'role') as keyof typeof FIELDS]
    const label = labels[Number(attributeOf(attributes, 'sample') ?? Number.NaN)]
    const value = readText(text)
    if (field && label && value) label[field] = value
  }
  return labels.some(({ name, unit }) => name ?? unit) ? labels : undefined
}

const attributeOf = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescapeXml = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => CHARACTERS[name])

/** UTF-8, read as single bytes; GDAL escapes texts twice. */
const readText = (text: string): string =>
  unescapeXml(unescapeXml(Buffer.from(text, 'latin1').toString('utf8'))).trim()
