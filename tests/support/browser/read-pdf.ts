import { inflateSync } from 'node:zlib'

export interface PdfPage {
  text: string
  /** The number of pictures. */
  images: number
}

interface Font {
  /** The text of each glyph. */
  characters: ReadonlyMap<number, string>
  /** Hexadecimal digits of a glyph's number. */
  digits: number
}

const isStream = /stream\r?\n/

/** The pages of a PDF that Chromium made: their text in the order of drawing, without spaces that are no glyphs. */
export function readPdf(bytes: Uint8Array): PdfPage[] {
  const objects = readObjects(Buffer.from(bytes).toString('latin1'))
  const dictionaryOf = (id: string) => objects.get(id)?.split(isStream)[0] ?? ''
  const refsIn = (dictionary: string, name: string) =>
    new RegExp(String.raw`/${name}\s*\[?((?:\s*\d+ 0 R)+)`).exec(dictionary)?.[1]?.match(/\d+(?= 0 R)/g) ?? []
  const fontsOf = (dictionary: string): Map<string, string> => {
    const own = /\/Font\s*<<(.*?)>>/s.exec(dictionary)?.[1] ?? ''
    return new Map([...own.matchAll(/\/(\w+)\s+(\d+) 0 R/g)].map(([, name, id]) => [name!, id!]))
  }
  const pages = (id: string): string[] => {
    const dictionary = dictionaryOf(id)
    return /\/Type\s*\/Pages\b/.test(dictionary) ? refsIn(dictionary, 'Kids').flatMap(pages) : [id]
  }
  const root = [...objects.keys()].find((id) => /\/Type\s*\/Catalog\b/.test(dictionaryOf(id)))!
  return refsIn(dictionaryOf(root), 'Pages')
    .flatMap(pages)
    .map((id) => {
      const [resources] = refsIn(dictionaryOf(id), 'Resources')
      const dictionary = dictionaryOf(id) + (resources ? dictionaryOf(resources) : '')
      const maps = new Map(
        [...fontsOf(dictionary)].map(([name, font]) => {
          const [toUnicode] = refsIn(dictionaryOf(font), 'ToUnicode')
          const characters = readCharacters(toUnicode ? contentOf(objects.get(toUnicode)!) : '')
          return [name, { characters, digits: /\/Type3\b/.test(dictionaryOf(font)) ? 2 : 4 }] as const
        }),
      )
      const content = refsIn(dictionaryOf(id), 'Contents').map((part) => contentOf(objects.get(part)!))
      return {
        text: readText(content.join('\n'), maps),
        images: content.join('\n').match(/ Do\b/g)?.length ?? 0,
      }
    })
}

function readObjects(file: string): Map<string, string> {
  return new Map(
    [...file.matchAll(/(?:^|\n)(\d+) 0 obj\b(.*?)\bendobj/gs)].map(([, id, object]) => [id!, object!]),
  )
}

function contentOf(object: string): string {
  const at = isStream.exec(object)
  if (!at) return ''
  const from = at.index + at[0].length
  const length = Number(/\/Length (\d+)/.exec(object)?.[1])
  const bytes = Buffer.from(object.slice(from, from + length), 'latin1')
  return object.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
}

/** The text of each glyph, from a font's map to Unicode. */
function readCharacters(map: string): Map<number, string> {
  const characters = new Map<number, string>()
  const decode = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, block] of map.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, glyph, text] of block!.matchAll(/<(\w+)>\s*<(\w+)>/g))
      characters.set(parseInt(glyph!, 16), decode(text!))
  for (const [, block] of map.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, first, last, text] of block!.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let glyph = parseInt(first!, 16), at = 0; glyph <= parseInt(last!, 16); glyph++, at++)
        characters.set(glyph, String.fromCharCode(decode(text!).charCodeAt(0) + at))
  return characters
}

function readText(content: string, fonts: ReadonlyMap<string, Font>): string {
  let font: Font | undefined
  let text = ''
  for (const [, name, hex, end] of content.matchAll(/\/(\w+) [\d.]+ Tf|<([\dA-Fa-f]+)>|\b(ET)\b/g)) {
    if (name) font = fonts.get(name)
    else if (end) text += '\n'
    else if (font && hex)
      for (let at = 0; at < hex.length; at += font.digits)
        text += font.characters.get(parseInt(hex.slice(at, at + font.digits), 16)) ?? ''
  }
  return text
}
