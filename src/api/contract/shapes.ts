import { z } from 'zod'
import { REMEDIES } from './surveys/remedies.ts'

/** Accepts the forms of an address bar, a query string and a typed client: 5, '5'. */
export const integer = z.coerce.number().int()
/** A number or its digits; `true`, null and lists, which JavaScript would convert to numbers, are rejected. */
export const id = z.preprocess(
  (value) => (typeof value === 'number' || typeof value === 'string' ? value : Number.NaN),
  integer.min(1).max(2_147_483_647),
)
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
/** An address bar turns texts such as 2018 into numbers. */
const asText = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
export const text = z.preprocess(asText, z.string().trim().min(1).max(200))
/** One line with single spaces and without invisible characters; `empty` is said of one without any. */
export const visibleLine = (most: number, empty?: string) =>
  z
    .string()
    .transform((name) => name.trim().replaceAll(/\s+/g, ' '))
    .pipe(
      z
        .string()
        .min(1, empty)
        .max(most)
        .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'a name without invisible characters'),
    )
/** A new name. Older ones may have other characters: what refers to a record by its name takes any text. */
export const visibleName = visibleLine(200)
/** Like `visibleName`, from a form, whose fields may have become numbers. */
export const visibleText = z.preprocess(asText, visibleName)
/** Four-digit years that the database and JavaScript both support, with a day to spare on either side. */
const ofUsualYear = (moment: string) => /^[12]\d{3}-/.test(moment)
const USUAL_YEAR = { error: 'of a year from 1000 to 2999' }
export const date = z.iso.date().refine(ofUsualYear, USUAL_YEAR)
/** Days of UTC that end today; `this_month` begins with its first day. */
export const PERIODS = ['today', 'last_7_days', 'last_30_days', 'this_month'] as const
export const period = z.enum(PERIODS)
export type Period = z.output<typeof period>
/** Whether a record needs all of the values that a filter names, or any of them. */
export const match = z.enum(['all', 'any'])
/** A time with its offset, e.g. 2024-01-31T12:00:00Z. */
export const dateTime = z.iso.datetime({ offset: true }).refine(ofUsualYear, USUAL_YEAR)
export const iso3 = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'three letters, e.g. NGA')
  .transform((code) => code.toUpperCase())

/** One value, or several with the same key: `?iso3_code=KEN&iso3_code=UGA`. */
export const many = <S extends z.ZodType>(item: S, most = 100) =>
  z
    .preprocess(
      (value) => (value === undefined || Array.isArray(value) ? value : [value]),
      z.array(item).min(1).max(most),
    )
    .optional()

export const DEFAULT_PAGE_SIZE = 10
export const MAX_LIMIT = 1000
/** Besides `sort_by`. */
export const MAX_THEN_BY = 2

/** A column in ascending order; with a minus in front of it, in descending order. */
const directed = <const S extends string>(columns: readonly S[]) =>
  z.enum([...columns, ...columns.map((column): `-${S}` => `-${column}`)])

export function listQuery<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sortable: S,
  defaults: { sortBy: S[number]; sortOrder?: 'asc' | 'desc'; limit?: number },
  filters: F,
) {
  return z.strictObject({
    limit: integer
      .min(1)
      .max(MAX_LIMIT)
      .default(defaults.limit ?? DEFAULT_PAGE_SIZE),
    skip: integer.min(0).max(10_000_000).default(0),
    sort_by: z.enum(sortable).default(defaults.sortBy as never),
    sort_order: z.enum(['asc', 'desc']).default(defaults.sortOrder ?? 'asc'),
    /** The order of rows that are equal in `sort_by`: `then_by=target&then_by=-round`. Columns named before have no effect. */
    then_by: many(directed<S[number]>(sortable), MAX_THEN_BY),
    ...filters,
  })
}

export const listOf = <S extends z.ZodType>(item: S) =>
  z.object({ content: z.array(item), totalElements: z.number().int().min(0) })

export const message = z.object({ msg: z.string() })

export const finding = z.object({
  severity: z.enum(['error', 'warning']),
  /** 1-based row of the sheet as the person sees it: the header is row 1. Null: the whole file. */
  row: z.number().int().nullable(),
  column: z.string().nullable(),
  message: z.string(),
  help: z.string().optional(),
  /** Replaces the cell (in row 1: the column's name) and thereby resolves the finding. */
  fix: z.string().optional(),
  /** Of a points file: all rows that the finding is about, if it is about several; the first 500. */
  rows: z.array(z.number().int()).optional(),
  /** Of a points file: resolves the finding if the file is sent with it among its `remedies`. */
  remedy: z.enum(REMEDIES).optional(),
})
export type Finding = z.output<typeof finding>

/** RFC 9457 problem details, with the specification's `detail` and the findings. */
export const problem = z.object({
  type: z.string().optional(),
  title: z.string().optional(),
  status: z.number().int().optional(),
  detail: z.string(),
  errors: z
    .array(
      z.object({
        field: z.string().optional(),
        row: z.number().int().nullish(),
        column: z.string().nullish(),
        message: z.string(),
        help: z.string().optional(),
        /** The record that is in the way, as the audit names it: `surveys:7`. */
        record: z.string().optional(),
      }),
    )
    .optional(),
  /** Also in the service's log, and in the header X-Request-Id. */
  request_id: z.string().optional(),
})
export type Problem = z.output<typeof problem>

export const INVALID_CREDENTIALS = 'Could not validate credentials'
export const JOB_ID_REQUIRED = 'Job ID is required and cannot be undefined.'
