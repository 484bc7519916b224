import { z } from 'zod'

/** An admin unit's observed and modelled figures; its fields are the columns of adm.csv, in their order. */
export const admUnit = z.object({
  level: z.number().int(),
  code: z.string(),
  name: z.string(),
  clusters: z.number().int(),
  observed: z.number().nullable(),
  observed_lower: z.number().nullable(),
  observed_upper: z.number().nullable(),
  modelled: z.number().nullable(),
  modelled_lower: z.number().nullable(),
  modelled_upper: z.number().nullable(),
  z: z.number().nullable(),
  pass: z.boolean().nullable(),
  /** In the unit, by the population band; null without one, like those affected. */
  people: z.number().nullable(),
  affected: z.number().nullable(),
  affected_lower: z.number().nullable(),
  affected_upper: z.number().nullable(),
  /** Probability that prevalence exceeds the layer's threshold; null without one. */
  exceedance: z.number().nullable(),
  /** Median rank by prevalence within the level, 1 the highest, with its 95 % interval. */
  rank: z.number().nullable(),
  rank_lower: z.number().nullable(),
  rank_upper: z.number().nullable(),
  /** Probability of being the unit with the highest prevalence of its level. */
  highest: z.number().nullable(),
  /** Probability of being among the highest, or the lowest, fifth of the level's modelled units, rounded up. */
  highest_fifth: z.number().nullable(),
  lowest_fifth: z.number().nullable(),
})
export type AdmUnit = z.output<typeof admUnit>
