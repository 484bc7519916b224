import { NONE, NO_SIGN, THIN, count, signed } from '~/lib/figures.ts'
import { capitalised } from '~/lib/capitalised.ts'

/** A share as a percentage with one decimal: `21.3 %`. */
export const percent = (share: number | null | undefined, digits = 1) =>
  share === null || share === undefined || !Number.isFinite(share)
    ? NONE
    : `${signed((share * 100).toFixed(digits))}${THIN}%`

/** `16.0–27.9 %`, or a dash if either end is missing. */
export const interval = (lower: number | null | undefined, upper: number | null | undefined) =>
  typeof lower === 'number' && typeof upper === 'number'
    ? `${(lower * 100).toFixed(1)}–${percent(upper)}`
    : NONE

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

/** The difference between two shares, in percentage points. */
export const points = (difference: number | null | undefined, digits = 1) =>
  typeof difference === 'number'
    ? `${signed((difference * 100).toFixed(digits).replace(NO_SIGN, ''))}\u00a0points`
    : NONE

/** `2 460 000`: a number of people to three significant digits; below 10 to two, because a cell may hold less than one. */
export const headcount = (people: number | null | undefined) =>
  typeof people === 'number' && Number.isFinite(people)
    ? count(people < 10 ? Number(people.toPrecision(2)) : Math.round(Number(people.toPrecision(3))))
    : NONE

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

/** `Benin · stunting · seed 3` */
export const shortTitle = (job: { country: string; target: string; seed?: number | null | undefined }) =>
  [job.country, job.target, ...(typeof job.seed === 'number' ? [`seed ${job.seed}`] : [])].join(' · ')
