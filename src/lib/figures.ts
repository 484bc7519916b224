const MINUS = '\u2212'
export const THIN = '\u202f'
export const NONE = '–'

export const signed = (text: string) => text.replace('-', MINUS)

/** Groups the digits before the decimal point in threes. */
function grouped(number: string): string {
  const [, sign, whole, rest] = /^(-?)(\d*)(.*)$/.exec(number) ?? ['', '', '', number]
  const threes: string[] = []
  for (let end = whole.length; end > 0; end -= 3) threes.unshift(whole.slice(Math.max(0, end - 3), end))
  return sign + threes.join(THIN) + rest
}

export const count = (value: number) => signed(grouped(String(value)))

/** The sign of a value that rounds to nothing. */
export const NO_SIGN = /^-(?=0(?:\.0+)?$)/

export const decimal = (value: number | null | undefined, digits = 2) =>
  typeof value === 'number' && Number.isFinite(value)
    ? signed(grouped(value.toFixed(digits).replace(NO_SIGN, '')))
    : NONE

/** A number with at most four significant digits: `0.1235`, `12.3`, `45 678`, `1.2 × 10⁻⁵`. */
export function figure(value: number | null | undefined): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return NONE
  const size = Math.abs(value)
  if (size !== 0 && (size < 0.001 || size >= 1e15)) {
    const [mantissa, exponent] = value.toExponential(2).split('e')
    return signed(`${Number(mantissa)} × 10${superscript(Number(exponent))}`)
  }
  return count(size >= 1000 ? Math.round(value) : Number(value.toPrecision(4)))
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const superscript = (power: number) =>
  (power < 0 ? '⁻' : '') + String(Math.abs(power)).replaceAll(/\d/g, (digit) => RAISED[Number(digit)])
