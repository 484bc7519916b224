import { inflateRawSync } from 'node:zlib'

/** The entries of a zip, by their paths. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const entries = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < zip.readUInt16LE(end + 10); i++) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place))
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(from, from + packed)
    entries.set(zip.toString('utf8', at + 46, at + 46 + name), method === 0 ? bytes : inflateRawSync(bytes))
    at += 46 + name + extra + comment
  }
  return entries
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
export const unescapeXml = (text: string) =>
  text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** The texts of paragraphs of a part of a Word document (`w`) or of slides (`a`), in order. */
export const paragraphsOf = (xml: string, tag: 'w' | 'a'): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}:p[ >].*?</${tag}:p>`, 'gs'))].map(([paragraph]) =>
    unescapeXml(
      [...paragraph.matchAll(new RegExp(`<${tag}:t(?: [^>]*)?>([^<]*)</${tag}:t>`, 'g'))]
        .map(([, text]) => text)
        .join(''),
    ),
  )

/** The cells of its tables. */
export const tablesOf = (xml: string, tag: 'w' | 'a'): string[][][] =>
  [...xml.matchAll(new RegExp(`<${tag}:tbl>.*?</${tag}:tbl>`, 'gs'))].map(([table]) =>
    [...table.matchAll(new RegExp(`<${tag}:tr[ >].*?</${tag}:tr>`, 'gs'))].map(([row]) =>
      [...row.matchAll(new RegExp(`<${tag}:tc[ >].*?</${tag}:tc>`, 'gs'))].map(([cell]) =>
        paragraphsOf(cell, tag).join(' '),
      ),
    ),
  )

/** The alternative texts of its pictures. */
export const alternativesOf = (xml: string): string[] =>
  [...xml.matchAll(/<(?:wp:docPr|p:cNvPr)\b[^>]*\bdescr="([^"]*)"/g)].map(([, text]) => unescapeXml(text))
