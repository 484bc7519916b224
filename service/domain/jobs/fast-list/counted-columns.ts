/**
 * The columns by which jobs are counted, in the order of the bits of `job_counts.cut`, the last one lowest. `of` is the
 * value in a row of `jobs`. Changing anything here needs a migration with what `scripts/make-kept-counts-sql.ts` prints.
 */
export const COUNTED = [
  { name: 'iso3_code', type: 'text not null' },
  { name: 'target', type: 'text not null' },
  { name: 'source', type: 'text not null' },
  { name: 'source_wave', type: 'text not null' },
  { name: 'round', type: 'text not null' },
  { name: 'app_user_id', type: 'integer not null' },
  {
    name: 'submitted_on',
    type: 'date not null',
    from: 'datetime_submitted',
    of: (row: string) => `(${row}datetime_submitted at time zone 'UTC')::date`,
  },
  { name: 'status', type: 'text not null' },
  { name: 'final', type: 'boolean not null' },
  { name: 'all_adm_pass', type: 'boolean' },
  { name: 'is_overfit', type: 'boolean' },
] as const
export type CountedColumn = (typeof COUNTED)[number]['name']

/** The sets of columns by which counts are kept, the one with the fewest rows first. */
export const SETS: readonly (readonly CountedColumn[])[] = [
  ['status', 'final'],
  ['target', 'source', 'status', 'final'],
  ['iso3_code', 'status', 'final', 'all_adm_pass', 'is_overfit'],
  ['source', 'source_wave', 'round', 'status'],
  ['app_user_id', 'status', 'iso3_code'],
  ['submitted_on', 'status'],
  ['iso3_code', 'target', 'source', 'status', 'final'],
]

/** A set as the database names it: one bit for each column that it leaves out, as grouping() returns it. */
export const groupingMask = (set: readonly CountedColumn[]): number =>
  COUNTED.reduce((bits, { name }) => bits * 2 + (set.includes(name) ? 0 : 1), 0)
