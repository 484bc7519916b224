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
  'line',
  'level',
  'table',
  'sort_by',
  'sort_order',
] as const

/** What the report of a raster that was checked in keeps. */
export const PRODUCT_KEYS = [
  'list',
  'band',
  'ramp',
  'range',
  'opacity',
  'outlines',
  'view',
  'pin',
  'line',
  'profile_with',
] as const

export const COMPARE_KEYS = ['jobs', 'surface', 'view', 'left', 'right', 'mode', 'swipe'] as const
