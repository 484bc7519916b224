import { damagedWorkbook } from './check-zip.ts'

/** Elements may have a prefix for their namespace. */
const SHEET = /<(\w+:)?worksheet[\s>]/
const STRINGS = /<(\w+:)?sst[\s>]/
const COMPLETE = /<\/(\w+:)?sheetData\s*>|<(\w+:)?sheetData\s*\/>/
const CLOSED = /<\/(\w+:)?worksheet\s*>/
const STRING = /<(?:\w+:)?si[\s/>]/g
const CELL = /<(?:\w+:)?c\s([^>]*[^/>])>([^]*?)<\/(?:\w+:)?c>/g

/**
 * What the reader of workbooks leaves out in silence: rows that were cut off, and cells whose text is not among the
 * shared ones. ECMA-376, part 1, sections 18.3.1.4 and 18.4.8.
 */
export function checkSheetXml(parts: readonly Buffer[]): void {
  const startsWith = (root: RegExp) => (part: Buffer) => root.test(part.toString('utf8', 0, 4096))
  const strings = parts
    .filter(startsWith(STRINGS))
    .reduce((count, part) => count + (part.toString().match(STRING)?.length ?? 0), 0)
  for (const part of parts.filter(startsWith(SHEET))) {
    const xml = part.toString()
    if (!COMPLETE.test(xml) || !CLOSED.test(xml)) throw damagedWorkbook('a sheet is cut off')
    for (const [, attributes, content] of xml.matchAll(CELL)) {
      if (!/\bt=["']s["']/.test(attributes)) continue
      const index = /<(?:\w+:)?v>\s*(\d+)/.exec(content)?.[1]
      if (index === undefined || Number(index) < strings) continue
      const cell = /\br=["']([A-Z]+\d+)["']/.exec(attributes)?.[1]
      throw damagedWorkbook(`the text of ${cell ? `cell ${cell}` : 'a cell'} is missing`)
    }
  }
}
