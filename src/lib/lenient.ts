import type { z } from 'zod'

/** For what an address keeps: an invalid value counts as absent. */
export const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)
