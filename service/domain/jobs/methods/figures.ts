const NONE = '–'
type Figure = number | null | undefined

const isKnown = (value: Figure): value is number => typeof value === 'number' && Number.isFinite(value)
const minus = (words: string) => words.replace(/^-/, '−')

export const decimal = (value: Figure, digits: number) =>
  isKnown(value) ? minus(value.toFixed(digits)) : NONE
export const count = (value: Figure) => (isKnown(value) ? Math.round(value).toLocaleString('en') : NONE)
export const significant = (value: Figure, digits = 3): string =>
  isKnown(value) ? minus(String(Number(value.toPrecision(digits)))) : NONE

/** `21.3 %`; two significant digits below 1 % and above 99 %. */
export function percent(share: Figure): string {
  if (!isKnown(share)) return NONE
  const value = 100 * share
  const rest = Math.min(Math.abs(value), Math.abs(100 - value))
  const digits = rest === 0 || rest >= 1 ? 1 : 1 - Math.floor(Math.log10(rest))
  return `${minus(rest === 0 ? String(value) : value.toFixed(Math.min(digits, 12)))} %`
}

export const interval = (lower: Figure, upper: Figure) =>
  isKnown(lower) && isKnown(upper) ? `${percent(lower)} to ${percent(upper)}` : NONE

/** An error of shares, in percentage points. */
export const points = (error: Figure) =>
  isKnown(error) && Math.abs(error) < 0.001
    ? significant(100 * error, 2)
    : decimal(isKnown(error) ? 100 * error : null, 2)

export const pValue = (p: number) => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`)
