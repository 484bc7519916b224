import type { BriefTexts } from '../texts/brief-texts.ts'

type Figure = number | null | undefined

/** The least percentage that is written out. */
const LEAST = 0.001

/** Numbers and dates in the form of one language. */
export function figuresIn({ locale, none }: Pick<BriefTexts, 'locale' | 'none'>) {
  const isKnown = (value: Figure): value is number => typeof value === 'number' && Number.isFinite(value)
  const write = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value).replace('-', '−')
  const share = (value: number, digits: number) =>
    write(value, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits })

  /** To one decimal; below 1 % and above 99 % to two significant digits. With `digits`, to that many decimals. */
  function percent(value: Figure, digits?: number): string {
    if (!isKnown(value)) return none
    if (digits !== undefined) return share(value, digits)
    const inPercent = value * 100
    const rest = Math.min(Math.abs(inPercent), Math.abs(100 - inPercent))
    if (rest === 0) return share(value, 0)
    if (rest < LEAST) return inPercent < 50 ? `< ${share(LEAST / 100, 3)}` : `> ${share(1 - LEAST / 100, 3)}`
    return share(value, rest >= 1 ? 1 : 1 - Math.floor(Math.log10(Number(rest.toPrecision(2)))))
  }
  /** Weighted counts of people have decimals. */
  const amount = (value: number) => write(value, { maximumFractionDigits: 1 })
  const range = (lower: string, upper: string) =>
    lower === none || upper === none ? none : `${lower}\u00a0–\u00a0${upper}`
  const count = (value: Figure) => (isKnown(value) ? write(Math.round(value), {}) : none)
  /** To three significant digits; below 10 to two, because a unit may hold less than one. */
  const people = (value: Figure) =>
    isKnown(value)
      ? value < 10
        ? write(Number(value.toPrecision(2)), { maximumFractionDigits: 20 })
        : write(Math.round(Number(value.toPrecision(3))), {})
      : none
  const decimal = (value: Figure, digits: number) =>
    isKnown(value) ? write(value, { minimumFractionDigits: digits, maximumFractionDigits: digits }) : none
  return {
    percent,
    count,
    amount,
    people,
    decimal,
    interval: (lower: Figure, upper: Figure) => range(percent(lower), percent(upper)),
    peopleInterval: (lower: Figure, upper: Figure) => range(people(lower), people(upper)),
    range,
    /** A share of `draws`: never more certain than all but one of them. */
    probability(value: Figure, draws: Figure): string {
      if (!isKnown(value) || !isKnown(draws) || draws < 1) return percent(value, 1)
      const digits = Math.max(1, Math.ceil(Math.log10(draws / 100)))
      if (value >= 1) return `> ${share(1 - 1 / draws, digits)}`
      return value <= 0 ? `< ${share(1 / draws, digits)}` : share(value, digits)
    },
    p: (value: number) =>
      value < 0.001 ? `p < ${decimal(0.001, 3)}` : `p = ${decimal(value, value < 0.1 ? 3 : 2)}`,
    date: (iso: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso)),
  }
}
export type Figures = ReturnType<typeof figuresIn>
