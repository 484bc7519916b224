import { z } from 'zod'

/** What a layer can be used for, from the finest level to the coarsest; `none`: it should not be used. */
export const VERDICT_LEVELS = ['cells', 'adm2', 'adm1', 'nation', 'none'] as const
export const verdictLevel = z.enum(VERDICT_LEVELS)
export type VerdictLevel = z.output<typeof verdictLevel>
