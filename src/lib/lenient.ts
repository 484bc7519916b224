import type { z } from 'zod'

/** For what an address keeps: an invalid value counts as absent. Links still have to be valid, so types are strict. */
export const lenient = <S extends z.ZodType>(schema: S) =>
  schema.optional().catch(undefined) as z.ZodType as z.ZodOptional<z.ZodType<z.output<S>, z.output<S>>>
