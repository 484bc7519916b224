/** Part of the first load, so these are only names; the values are validated where they are used. */
export const REPORT_KEYS = [
  'list',
  'surface',
  'ramp',
  'range',
  'opacity',
  'show',
  'clusters',
  'unit',
  'view',
  'pin',
  'level',
  'table',
  'sort_by',
  'sort_order',
] as const

export const COMPARE_KEYS = ['jobs', 'surface', 'view', 'left', 'right', 'mode', 'swipe'] as const

/** Drops every other key from an address. */
export const onlyKeys = <T extends object>(raw: T, keys: readonly string[]): T =>
  Object.fromEntries(Object.entries(raw).filter(([key]) => keys.includes(key))) as T
