import type { Period } from '#contract/shapes.ts'
import { calendarDate } from './calendar-date.ts'

export interface Choice {
  value: string
  label: string
  /** Shown in muted type after the label, e.g. a country's code. */
  note?: string
  /** The number of rows with this value. */
  rows?: number
}

/** One entry of the toolbar: defines both the control and the chips' text. */
export type Filter<F extends string = string> = { label: string } & (
  | {
      kind: 'choice'
      field: F
      /** Undefined while loading. */
      choices: readonly Choice[] | undefined
      /** Values are numbers in the address. */
      numeric?: boolean
      /** Values that are not listed may be typed. */
      typed?: boolean
      placeholder?: string
      /** Holds 'any' if a row needs only one of the values, not all of them. */
      match?: F
    }
  | { kind: 'contains'; field: F; placeholder?: string }
  | { kind: 'date'; field: F }
  /** Two days, both inclusive, or a period that ends today. */
  | { kind: 'dates'; from: F; until: F; period?: F }
  /** Two years, both inclusive. */
  | { kind: 'years'; from: F; until: F }
  /** Ranges of numbers in one control, ends inclusive; a share is entered and shown in percent or percentage points. */
  | {
      kind: 'ranges'
      ranges: readonly { from: F; until: F; label: string; share?: 'percent' | 'points' }[]
    }
  | { kind: 'flag'; field: F; yes: string; no: string }
  /** Set elsewhere on the screen, for example on a map: the toolbar shows only its chip. */
  | { kind: 'elsewhere'; field: F; words: (value: string) => string }
)
/** A filter with fields in the toolbar. */
export type ControlledFilter = Exclude<Filter, { kind: 'elsewhere' }>

export type SearchRecord = Readonly<Record<string, unknown>>
/** The list and its query, for the counts beside options. */
export interface FilteredList {
  name: string
  query: SearchRecord
}
export type Patch = Record<string, unknown>
/** Computed from the address when it changes, so that two quick changes do not undo each other. */
export type Change = Patch | ((before: SearchRecord) => Patch)
export const patchOf = (change: Change, before: SearchRecord): Patch =>
  typeof change === 'function' ? change(before) : change

export const PERIOD_WORDS: Readonly<Record<Period, string>> = {
  today: 'Today',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_month: 'This month',
}

/** The fields that hold a filter's values. */
function valueFieldsOf(filter: Filter): string[] {
  if (filter.kind === 'ranges') return filter.ranges.flatMap(({ from, until }) => [from, until])
  if (filter.kind === 'dates' && filter.period !== undefined)
    return [filter.period, filter.from, filter.until]
  return 'from' in filter ? [filter.from, filter.until] : [filter.field]
}

/** All fields that a filter sets. */
export const fieldsOf = (filter: Filter): string[] =>
  filter.kind === 'choice' && filter.match !== undefined
    ? [filter.field, filter.match]
    : valueFieldsOf(filter)

/** After a value, and after a label. */
export const SHARE_UNITS = {
  percent: { short: '%', long: 'in percent' },
  points: { short: 'points', long: 'in percentage points' },
} as const

/** Without the digits that binary fractions add. */
export const toPercent = (share: string) => String(Number((Number(share) * 100).toPrecision(12)))
export const fromPercent = (percent: string) => Number((Number(percent) / 100).toPrecision(12))

/** A field's values as texts, whatever their number and type. */
export const valuesOf = (search: SearchRecord, field: string): string[] => {
  const value = search[field]
  return value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String)
}

export const countOf = (filter: Filter, search: SearchRecord): number =>
  valueFieldsOf(filter).reduce((sum, field) => sum + valuesOf(search, field).length, 0)

/** Why no row can match: the first range whose ends are in the wrong order. */
export function reversedRange(filters: readonly Filter[], search: SearchRecord): string | undefined {
  for (const filter of filters) {
    const ranges = filter.kind === 'ranges' ? filter.ranges : 'from' in filter ? [filter] : []
    // Ends are numbers, or days as 2024-01-31.
    const range = ranges.find(({ from, until }) => (search[from] as number) > (search[until] as number))
    if (range)
      return filter.kind === 'ranges'
        ? `${range.label}: the minimum is above the maximum.`
        : `${range.label}: the start is after the end.`
  }
  return undefined
}

export function clearAll(filters: readonly Filter[]): Patch {
  return Object.fromEntries(filters.flatMap(fieldsOf).map((field) => [field, undefined]))
}

type ChoiceFilter = Filter & { kind: 'choice' }

export function toggled(filter: ChoiceFilter, search: SearchRecord, value: string): Patch {
  const before = valuesOf(search, filter.field)
  return before.includes(value)
    ? without(filter, search, value)
    : { [filter.field]: inAddress(filter, [...before, value]) }
}

function without(filter: ChoiceFilter, search: SearchRecord, value: string): Patch {
  const rest = valuesOf(search, filter.field).filter((one) => one !== value)
  // All or any of one value is the same.
  const match = filter.match !== undefined && rest.length < 2 ? { [filter.match]: undefined } : {}
  return { [filter.field]: inAddress(filter, rest), ...match }
}

export const matchesAny = ({ match }: ChoiceFilter, search: SearchRecord): boolean =>
  match !== undefined && search[match] === 'any'

const inAddress = ({ numeric }: ChoiceFilter, values: string[]) =>
  values.length === 0 ? undefined : numeric ? values.map(Number) : values

interface Chip {
  key: string
  text: string
  /** The change to the address when this chip is removed. */
  without: Change
}

/** Field and value as text, one chip per value. */
export function chipsOf(filters: readonly Filter[], search: SearchRecord): Chip[] {
  return filters.flatMap((filter) =>
    valueFieldsOf(filter).flatMap((field) =>
      valuesOf(search, field).map((value) => ({
        key: `${field}=${value}`,
        text: inWords(filter, field, value, search),
        without:
          filter.kind === 'choice' ? (before) => without(filter, before, value) : { [field]: undefined },
      })),
    ),
  )
}

function inWords(filter: Filter, field: string, value: string, search: SearchRecord): string {
  if (filter.kind === 'choice') {
    const choice = filter.choices?.find((one) => one.value === value)
    const any = matchesAny(filter, search) ? ' (any)' : ''
    return `${filter.label}${any}: ${choice?.label ?? value}`
  }
  if (filter.kind === 'elsewhere') return `${filter.label}: ${filter.words(value)}`
  if (filter.kind === 'flag') return `${filter.label}: ${value === 'true' ? filter.yes : filter.no}`
  if (filter.kind === 'contains') return `${filter.label} contains: ${value}`
  if (filter.kind === 'date') return `${filter.label}: ${calendarDate(value)}`
  if (filter.kind === 'ranges') return formatRangeFilter(filter, field, value)
  if (filter.kind === 'dates' && field === filter.period)
    return `${filter.label}: ${PERIOD_WORDS[value as Period] ?? value}`
  if (filter.kind === 'years') return `${filter.label} ${field === filter.from ? 'from' : 'until'}: ${value}`
  return `${filter.label} ${field === filter.from ? 'from' : 'until'}: ${calendarDate(value)}`
}

function formatRangeFilter({ ranges }: Filter & { kind: 'ranges' }, field: string, value: string): string {
  const range = ranges.find(({ from, until }) => from === field || until === field)
  const unit = range?.share && SHARE_UNITS[range.share].short
  const number = unit ? `${toPercent(value)} ${unit}` : value
  return `${range?.label}: ${field === range?.from ? 'at least' : 'at most'} ${number}`
}
