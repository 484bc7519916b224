import { PLAIN_SURFACES, type PlainSurface } from '#contract/jobs/output-types.ts'

/** One summary for each surface that every layer has. */
export const plainSurfaces = <Summary>(summary: Summary) =>
  Object.fromEntries(PLAIN_SURFACES.map((surface) => [surface, summary])) as Record<PlainSurface, Summary>
