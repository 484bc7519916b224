/** Reads back a number that Intl wrote; percentages as shares. NaN if it is none. */
export function numberIn(locale: string, text: string): number {
  const decimalMark = new Intl.NumberFormat(locale).format(0.5)[1]
  const plain = text
    .replaceAll(/[\s*%]/g, '')
    .replaceAll(decimalMark === ',' ? '.' : ',', '')
    .replace(decimalMark, '.')
    .replace('−', '-')
  return Number(plain) / (text.includes('%') ? 100 : 1)
}
