import { MAX_TAG_LENGTH, MAX_TAGS } from '#contract/submissions/configuration.ts'
import { nearestName } from '#common/nearest-name.ts'
import { numberReadings } from './number-readings.ts'
import { MAX_CELL } from './table.ts'

type CellResult<T> = { value: T } | { message: string; help?: string; fix?: string }
export type CellReader<T> = (cell: string, column: string) => CellResult<T>

const CONTROL = /[\p{Cc}\uFFFE\uFFFF]/u

const shown = (cell: string) => `'${cell.length > 60 ? `${cell.slice(0, 60)}…` : cell}'`

export const textCell =
  (maxLength: number): CellReader<string> =>
  (cell) => {
    if (CONTROL.test(cell) || !cell.isWellFormed()) {
      return {
        message: 'The cell contains a character that cannot be stored (a control character or half of one).',
        help: 'Retype the text on one line.',
      }
    }
    if (cell.length > maxLength) {
      return {
        message: `The text has ${cell.length < MAX_CELL ? cell.length : `${MAX_CELL.toLocaleString('en')} or more`} characters; at most ${maxLength} are allowed.`,
        help: 'Shorten it.',
      }
    }
    return { value: cell }
  }

/** A new name, as `visibleName` in the contract. */
export const nameCell: CellReader<string> = (cell, column) => {
  const name = cell.replaceAll(/\s+/g, ' ')
  return /\p{Cf}/u.test(name)
    ? { message: `The ${column} contains an invisible character.`, help: 'Retype it.' }
    : textCell(200)(name, column)
}

export const iso3Cell: CellReader<string> = (cell) =>
  /^[A-Za-z]{3}$/.test(cell)
    ? { value: cell.toUpperCase() }
    : {
        message: `${shown(cell)} is not a country code of three letters.`,
        help: 'Write the ISO 3166 code, e.g. NGA.',
      }

/** Spreadsheets, R and Python write TRUE and FALSE. */
const YES_OR_NO = new Map([
  ['yes', true],
  ['no', false],
  ['true', true],
  ['false', false],
])

export const yesNoCell: CellReader<boolean> = (cell) => {
  const value = YES_OR_NO.get(cell.toLowerCase())
  if (value !== undefined) return { value }
  const near = nearestName(cell, ['yes', 'no'])
  return {
    message: `${shown(cell)} is neither yes nor no.${near ? ` Did you mean '${near}'?` : ''}`,
    help: 'Write yes or no, or empty the cell.',
  }
}

/** Unlike `Number`, without hexadecimals and words. */
export const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

export const numberCell =
  (rule: { from: number; to: number; whole: boolean }): CellReader<number> =>
  (cell) => {
    const bounds = `between ${rule.from} and ${rule.to}`
    const help = `Write a ${rule.whole ? 'whole ' : ''}number ${bounds}.`
    if (!DECIMAL.test(cell)) {
      return { message: `${shown(cell)} is not a number.`, help, ...meantNumber(cell, rule) }
    }
    const value = Number(cell)
    if (rule.whole && !Number.isInteger(value)) {
      return { message: `${shown(cell)} is not a whole number.`, help }
    }
    if (!(value >= rule.from && value <= rule.to)) {
      const isPercentage = rule.to <= 1 && value > rule.to && value >= 2 && value <= 100
      return {
        message: `${shown(cell)} must be ${bounds}.`,
        ...(isPercentage && { help: `Write ${Number((value / 100).toPrecision(12))} for ${value} %.` }),
      }
    }
    return { value: value === 0 ? 0 : value }
  }

/** What a number with thousands separators or a decimal comma means, as far as the rule allows it. */
function meantNumber(
  cell: string,
  { from, to, whole }: { from: number; to: number; whole: boolean },
): { help?: string; fix?: string } {
  const { thousands, decimal } = numberReadings(cell)
  const isAllowed = (text: string | null): text is string =>
    text !== null && Number(text) >= from && Number(text) <= to && (!whole || Number.isInteger(Number(text)))
  const allowed = [thousands, whole && thousands ? null : decimal].filter(isAllowed)
  if (allowed.length === 0) return {}
  const [fix] = allowed
  if (allowed.length === 1) return { help: `Write ${fix}.`, fix }
  return { help: `Write ${fix} if the comma separates thousands, or ${allowed[1]} if it is a decimal comma.` }
}

export const dateCell: CellReader<string> = (cell) => {
  const match = /^(\d{4})-(\d{2})-(\d{2})(T00:00(:00(\.0+)?)?Z?)?$/.exec(cell)
  const date = match ? `${match[1]}-${match[2]}-${match[3]}` : ''
  const time = Date.parse(`${date}T00:00:00Z`)
  // Date.parse reads 30 February as 1 March; only a date that round-trips exists.
  if (!match || Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) {
    return { message: `${shown(cell)} is not a date.`, help: 'Write it as YYYY-MM-DD, e.g. 2018-01-31.' }
  }
  const year = Number(match[1])
  if (year < 1900 || year > 2100) {
    return { message: `The year of ${shown(cell)} is not between 1900 and 2100.`, help: 'Check the date.' }
  }
  return { value: date }
}

/** In some languages spreadsheets turn '1,2' into the number 1.2: it is read as intended. */
export const levelsCell: CellReader<(1 | 2)[]> = (cell) => {
  const parts = cell.split(/[\s,;.]+/).filter(Boolean)
  const levels = [...new Set(parts.map(Number))].sort((a, b) => a - b)
  if (levels.length === 0 || !levels.every((level): level is 1 | 2 => level === 1 || level === 2)) {
    return { message: `${shown(cell)} is not a list of admin levels.`, help: "Write '1', '2' or '1,2'." }
  }
  return { value: levels }
}

export const tagsCell: CellReader<string[]> = (cell) => {
  const tags = new Map<string, string>()
  for (const part of cell.split(',')) {
    const name = part.trim().replaceAll(/\s+/g, ' ')
    if (name === '') continue
    const checked = textCell(MAX_TAG_LENGTH)(name, 'tags')
    if ('message' in checked) {
      return { message: `The tag ${shown(name)} cannot be used. ${checked.message}`, help: checked.help }
    }
    if (!tags.has(name.toLowerCase())) tags.set(name.toLowerCase(), name)
  }
  if (tags.size > MAX_TAGS) {
    return {
      message: `The layer has ${tags.size} tags; at most ${MAX_TAGS} are allowed.`,
      help: 'Keep the ones you filter by.',
    }
  }
  return { value: [...tags.values()] }
}
