import type { Job } from '#contract/jobs/job-shapes.ts'
import { NONE, NO_SIGN, THIN, count, decimal, signed } from '~/lib/figures.ts'
import { capitalised } from '~/lib/capitalised.ts'

/** The least percentage that is written out. */
const LEAST = 0.001

/** To two significant digits below 1, so that rare outcomes can be read; else to one decimal. Only 0 itself is 0. */
function inPercent(value: number): string {
  const size = Math.abs(value)
  if (size === 0) return '0'
  if (size < LEAST) return value > 0 ? `<${THIN}${LEAST}` : `>${THIN}-${LEAST}`
  if (size >= 1) return value.toFixed(1)
  return value.toFixed(decimalsOf(size))
}

/** `0.31` and `0.027` have two significant digits. */
const decimalsOf = (size: number) => 1 - Math.floor(Math.log10(Number(size.toPrecision(2))))

/** The part of `share` in percent; above 99 as many digits as the part missing to 100 has. */
function shareInPercent(share: number): string {
  const missing = 100 - share * 100
  if (missing === 0) return '100'
  if (missing < 0 || missing >= 1) return inPercent(share * 100)
  if (missing < LEAST) return `>${THIN}${100 - LEAST}`
  const text = (100 - Number(missing.toPrecision(2))).toFixed(decimalsOf(missing))
  return text.replace(/(\.\d+?)0+$/, '$1')
}

/** A share as a percentage: `21.3 %`, `0.31 %`, `0.027 %`, `99.97 %`; with `digits`, to that many decimals. */
export const percent = (share: number | null | undefined, digits?: number) =>
  share === null || share === undefined || !Number.isFinite(share)
    ? NONE
    : `${signed(digits === undefined ? shareInPercent(share) : (share * 100).toFixed(digits))}${THIN}%`

/** `16.0–27.9 %`, or a dash if either end is missing. */
export const interval = (lower: number | null | undefined, upper: number | null | undefined) =>
  typeof lower === 'number' && typeof upper === 'number'
    ? `${signed(shareInPercent(lower))}–${percent(upper)}`
    : NONE

/**
 * A share of `draws`: none of them is less than one in `draws`, not impossible, and all of them more than all but one.
 * `> 99.8 %` of 500 draws.
 */
export function probability(share: number | null | undefined, draws: number | null | undefined): string {
  if (typeof share !== 'number' || !draws || draws < 1) return percent(share, 1)
  const digits = Math.max(1, Math.ceil(Math.log10(draws / 100)))
  if (share >= 1) return `>${THIN}${percent(1 - 1 / draws, digits)}`
  return share <= 0 ? `<${THIN}${percent(1 / draws, digits)}` : percent(share, digits)
}

/** The 95 % interval of a unit's modelled prevalence; `*` marks an end that the survey cannot exclude, 0 or 100 %. */
export function modelledInterval({
  modelled_lower: lower,
  modelled_upper: upper,
}: {
  modelled_lower: number | null
  modelled_upper: number | null
}): string {
  if (lower === 0 && upper !== null) return `0*–${percent(upper)}${upper === 1 ? '*' : ''}`
  return upper === 1 ? `${interval(lower, upper)}*` : interval(lower, upper)
}

/** The difference between two shares, in percentage points: to two significant digits below 1, as shares are. */
export const points = (difference: number | null | undefined, digits?: number) =>
  typeof difference === 'number'
    ? `${signed(
        digits === undefined
          ? inPercent(difference * 100)
          : (difference * 100).toFixed(digits).replace(NO_SIGN, ''),
      )}\u00a0points`
    : NONE

/** An error of shares in percentage points, to two decimals; small ones, of rare outcomes, to two significant digits. */
export const errorPoints = (error: number | null | undefined) =>
  points(error, typeof error === 'number' && error !== 0 && Math.abs(error) < 0.001 ? undefined : 2)

/** `2 460 000`: a number of people to three significant digits; below 10 to two, because a cell may hold less than one. */
export const headcount = (people: number | null | undefined) =>
  typeof people === 'number' && Number.isFinite(people)
    ? count(people < 10 ? Number(people.toPrecision(2)) : Math.round(Number(people.toPrecision(3))))
    : NONE

export const pText = (p: number) => (p < 0.001 ? 'p < 0.001' : `p = ${decimal(p, p < 0.1 ? 3 : 2)}`)

type Raking = Pick<Job, 'rake_to' | 'raked_units'>

/** `Raked to 32 %` or `3 units raked`; nothing if the figures are the model's own. */
export function formatRaking({ rake_to, raked_units }: Raking): string | undefined {
  if (typeof rake_to === 'number')
    return `Raked to ${rake_to < 0.01 || rake_to > 0.99 ? percent(rake_to) : `${count(Number((rake_to * 100).toFixed(2)))}${THIN}%`}`
  return raked_units ? `${count(raked_units)} ${raked_units === 1 ? 'unit' : 'units'} raked` : undefined
}

/** `child_stunting` → `Child stunting`; acronyms stay in capitals. */
export function words(name: string): string {
  return capitalised(name.replaceAll(/[_-]+/g, ' ').trim())
}

/** `Stunting in Benin, DHS 2018, round 1` */
export const jobTitle = (job: {
  target: string
  country: string
  source: string
  source_wave: string
  round: string
}) => `${words(job.target)} in ${job.country}, ${job.source} ${job.source_wave}, round ${job.round}`

/** `1 min 12 s` between two times. */
export function duration(from: string, to: string): string {
  return seconds(Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000))
}

/** `1 min 12 s` */
export function seconds(value: number | null | undefined): string {
  if (typeof value !== 'number') return NONE
  const whole = Math.round(value)
  const minutes = Math.floor(whole / 60)
  if (minutes === 0) return `${whole} s`
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
