import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { id, integer, listOf, message } from '../shapes.ts'

/**
 * A finding about a raster, and how to fix it. An error keeps the raster out of the catalogue, a warning is to be fixed
 * or accepted, a note is to be known.
 */
export const rasterFinding = z.object({
  severity: z.enum(['error', 'warning', 'note']),
  /** The same for every raster with this finding; absent for what was recorded before findings had one. */
  code: z.string().optional(),
  /** Counts from 1; null: the whole file. */
  band: z.number().int().nullable(),
  message: z.string(),
  help: z.string().optional(),
  /** Who accepted the warning, and why; absent if nobody did. */
  accepted: z.object({ reason: z.string(), by: z.string().nullable(), at: z.string() }).optional(),
})
export type RasterFinding = z.output<typeof rasterFinding>

export const listAssetFindings = defineEndpoint({
  name: 'listAssetFindings',
  resource: 'assets',
  summary: 'List the findings of a raster asset, each with its fix',
  method: 'GET',
  path: '/raster/v1/assets/{id}/findings',
  record: 'id',
  params: z.object({ id }),
  answer: listOf(rasterFinding),
})

/** Which of an asset's warnings. */
const whichFinding = {
  code: z.string().trim().min(1).max(50),
  /** Null: the whole file. */
  band: integer.min(1).max(512).nullable().default(null),
}

export const acceptAssetFinding = defineEndpoint({
  name: 'acceptAssetFinding',
  resource: 'assets',
  summary: 'Accept a warning about a raster asset and give the reason (its owner or an admin)',
  method: 'POST',
  path: '/raster/v1/assets/{id}/findings/accept',
  audit: 'accept-finding',
  record: 'id',
  params: z.object({ id }),
  body: z.strictObject({ ...whichFinding, reason: z.string().trim().min(1).max(500) }),
  answer: message,
})

export const withdrawAssetFinding = defineEndpoint({
  name: 'withdrawAssetFinding',
  resource: 'assets',
  summary: 'Withdraw the acceptance of a warning about a raster asset (its owner or an admin)',
  method: 'POST',
  path: '/raster/v1/assets/{id}/findings/withdraw',
  audit: 'withdraw-finding',
  record: 'id',
  params: z.object({ id }),
  body: z.strictObject(whichFinding),
  answer: message,
})
