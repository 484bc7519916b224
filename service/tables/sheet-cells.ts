import { MAX_CELL } from './table.ts'

/** What a spreadsheet shows of a cell, with dates as YYYY-MM-DD. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return ''
    const iso = value.toISOString()
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso
  }
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (typeof value === 'string') return value.slice(0, MAX_CELL)
  return typeof value === 'boolean' ? String(value) : ''
}

/** 1: A, 27: AA. */
export function columnName(column: number): string {
  let name = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  }
  return name
}
