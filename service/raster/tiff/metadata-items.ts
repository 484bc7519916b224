import type { TiffDirectory } from './check-header.ts'
import { TAG } from './tiff-tags.ts'

interface MetadataItem {
  name: string
  role?: string
  /** The band, counted from 0; missing: the raster. */
  sample?: number
  text: string
}

/** The items of GDAL's metadata. */
export function* metadataItems({ tags }: TiffDirectory): Generator<MetadataItem> {
  const metadata = tags.get(TAG.gdalMetadata)
  if (typeof metadata !== 'string') return
  for (const [, attributes, text] of metadata.matchAll(/<Item\s([^<>]*)>([^<]*)<\/Item>/g)) {
    const sample = attributeOf(attributes, 'sample')
    yield {
      name: attributeOf(attributes, 'name') ?? '',
      role: attributeOf(attributes, 'role'),
      ...(sample !== undefined && { sample: Number(sample) }),
      text: readText(text),
    }
  }
}

const attributeOf = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescapeXml = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => CHARACTERS[name])

/** UTF-8, read as single bytes; GDAL escapes texts twice. */
const readText = (text: string): string =>
  unescapeXml(unescapeXml(Buffer.from(text, 'latin1').toString('utf8'))).trim()

/** Whether the cells are said to be classes. */
export const isThematic = ({ tags }: TiffDirectory): boolean =>
  /<Item name="LAYER_TYPE"[^<>]*>thematic</i.test(String(tags.get(TAG.gdalMetadata)))
