import { sql } from '#drizzle'
import { assets } from './schema.ts'

/** The file that an asset's cells are read from: its COG, or the file itself if it has none. */
export const readFileId = sql<number>`coalesce(${assets.cog_file_id}, ${assets.file_id})`
