import { z } from 'zod'
import type { Posterior } from './posterior.ts'

/** The rectangle of columns and rows around a lattice is an array while cells are drawn. */
const MAX_RECTANGLE = 2 ** 25
const MAX_SIDE = 2 ** 16

const finite = z.number()
const positive = finite.positive()
const count = z.number().int().positive()
const values = z
  .array(finite)
  .max(1000)
  .transform((list) => Float64Array.from(list))

const spline = z
  .object({
    covariate: z.number().int().nonnegative(),
    knots: values,
    columns: count,
    map: values,
    trend: values,
  })
  .refine(
    ({ knots, columns, map, trend }) => map.length === knots.length * columns && trend.length === 2 * columns,
  )

const standardisation = z
  .object({ logShift: values, mean: values, scale: values, splines: z.array(spline).max(1000) })
  .refine(
    ({ logShift, mean, scale, splines }) =>
      logShift.length === mean.length &&
      scale.length === mean.length &&
      splines.every(({ covariate }) => covariate < mean.length),
  )

const groups = z.array(z.object({ from: z.number().int(), to: z.number().int(), clusterSd: finite.min(0) }))

/** What a posterior's file says in JSON before its arrays. */
export const posteriorHeader = z
  .object({
    centre: z.tuple([finite, finite, finite]),
    spacingKm: positive,
    x0: finite,
    y0: finite,
    nodes: count.max(200_000),
    draws: count.max(10_000),
    usesDensity: z.boolean(),
    standardisation,
    groups,
    /** What the draws were made from; the reader knows its form. */
    about: z.unknown(),
  })
  .refine(({ groups: all, draws }) => {
    const ends = [0, ...all.map(({ to }) => to)]
    return all.every(({ from, to }, g) => from === ends[g] && to > from) && ends.at(-1) === draws
  })

/** Nodes lie apart, in a rectangle of bounded size. */
export function areNodes({ columns, rows }: Pick<Posterior['lattice'], 'columns' | 'rows'>): boolean {
  const inside = (list: Int32Array) => list.every((value) => value >= 0 && value < MAX_SIDE)
  if (!inside(columns) || !inside(rows)) return false
  const most = (list: Int32Array) => list.reduce((high, value) => Math.max(high, value), 0)
  const distinct = new Set(Array.from(columns, (column, node) => column * MAX_SIDE + rows[node]))
  return distinct.size === columns.length && (most(columns) + 1) * (most(rows) + 1) <= MAX_RECTANGLE
}
