export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type Delimiter = keyof typeof DELIMITERS

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** By the byte order mark; UTF-8 if there is none. */
export function encodingOf([first, second]: Uint8Array): Exclude<Encoding, 'windows-1252'> {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The most frequent of the delimiters, outside quotes, in the first line that has any of them. */
export function delimiterOf(text: string): Delimiter {
  const counts = new Map<string, number>(Object.values(DELIMITERS).map((delimiter) => [delimiter, 0]))
  let quoted = false
  for (const character of text.slice(0, 20_000)) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '\n' || character === '\r') {
      if ([...counts.values()].some(Boolean)) break
    } else if (counts.has(character)) counts.set(character, counts.get(character)! + 1)
  }
  const most = Math.max(...counts.values())
  const names = Object.keys(DELIMITERS) as Delimiter[]
  return names.find((name) => counts.get(DELIMITERS[name]) === most)!
}
