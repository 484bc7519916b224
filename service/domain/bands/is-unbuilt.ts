import { sql } from '#drizzle'
import { bands } from '../../db/schema.ts'

/** The COG of the band was made before it was declared to be classes, or quantities. */
export const needsRebuild = sql<boolean>`${bands.categorical} <> (${bands.statistics} ? 'classes')`
