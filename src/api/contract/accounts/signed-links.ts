import { z } from 'zod'
import { ADMINS, READERS, defineEndpoint } from '../endpoint.ts'
import { jobPath } from '../jobs/job-shapes.ts'
import { SURFACES } from '../jobs/output-types.ts'
import { RAMPS } from '../rasters/ramps.ts'
import { downloadJob } from '../jobs/job-outputs.ts'
import { id, integer, message } from '../shapes.ts'

export const LINK_MINUTES = 10
const LINK_MAX_MINUTES = 30 * 24 * 60
const validity = z.strictObject({ minutes: integer.min(1).max(LINK_MAX_MINUTES).default(LINK_MINUTES) })

export const signedLink = z.object({
  /** Opens the file for anyone who has the link, until it expires. */
  url: z.string(),
  expires_at: z.string(),
})
export type SignedLink = z.output<typeof signedLink>

export const linkJobOutput = defineEndpoint({
  name: 'linkJobOutput',
  resource: 'signed-links',
  summary:
    'Create a signed link to an output of a job, valid without a session for ten minutes or the requested time',
  method: 'POST',
  path: '/modeling/v1/jobs/{id}/link/{type}',
  access: READERS,
  audit: 'link-job-output',
  record: 'id',
  detail: 'type',
  params: downloadJob.params,
  body: validity,
  answer: signedLink,
})

/** The files of a raster asset: the COG that its cells are read from, and the uploaded file. */
export const ASSET_PARTS = ['cog', 'original'] as const

export const linkAsset = defineEndpoint({
  name: 'linkAsset',
  resource: 'signed-links',
  summary:
    'Create a signed link to a raster asset, valid without a session for ten minutes or the requested time',
  method: 'POST',
  path: '/raster/v1/assets/{id}/link/{part}',
  access: READERS,
  audit: 'link-asset',
  record: 'id',
  recordKind: 'assets',
  params: z.object({ id, part: z.enum(ASSET_PARTS) }),
  body: validity,
  answer: signedLink,
})

/** `url` is a template with {z}, {x} and {y}: pages elsewhere show the tiles without a session. */
const tilesLink = signedLink.extend({ minzoom: z.number().int(), maxzoom: z.number().int() })

export const linkJobTiles = defineEndpoint({
  name: 'linkJobTiles',
  resource: 'signed-links',
  summary: 'Create a signed address of the map tiles of a surface, for pages elsewhere',
  method: 'POST',
  path: '/modeling/v1/jobs/{id}/tiles/{surface}/link',
  access: READERS,
  audit: 'link-job-output',
  record: 'id',
  detail: 'surface',
  params: z.object({ ...jobPath, surface: z.enum(SURFACES) }),
  body: validity,
  answer: tilesLink,
})

export const linkBandTiles = defineEndpoint({
  name: 'linkBandTiles',
  resource: 'signed-links',
  summary: 'Create a signed address of the map tiles of a band, for pages elsewhere',
  method: 'POST',
  path: '/raster/v1/bands/{id}/tiles/link',
  access: READERS,
  audit: 'link-band',
  record: 'id',
  recordKind: 'bands',
  params: z.object({ id }),
  body: validity,
  answer: tilesLink,
})

export const openSignedTile = defineEndpoint({
  name: 'openSignedTile',
  resource: 'signed-links',
  summary: 'Get a map tile by its signed address, without a session; pages of any origin may show it',
  method: 'GET',
  path: '/tiles/signed/{token}/{z}/{x}/{y}',
  access: 'public',
  rate: 'picture',
  params: z.object({
    token: z.string().min(1).max(500),
    z: integer.min(0).max(22),
    x: integer.min(0).max(4_194_303),
    y: integer.min(0).max(4_194_303),
  }),
  query: z.strictObject({
    ramp: z.enum([...RAMPS, 'classes']).optional(),
    min: z.coerce.number().optional(),
    max: z.coerce.number().optional(),
  }),
  answer: 'file',
})

export const openSignedFile = defineEndpoint({
  name: 'openSignedFile',
  resource: 'signed-links',
  summary: 'Download the file of a signed link, without a session; supports byte ranges',
  method: 'GET',
  path: '/files/signed/{token}/{filename}',
  access: 'public',
  audit: 'download',
  params: z.object({ token: z.string().min(1).max(500), filename: z.string().min(1).max(300) }),
  answer: 'file',
  byBlocks: true,
})

/** The targets of a link. Issued links contain the kind, so its name never changes. */
export const LINK_KINDS = ['job-output', 'interpolation', 'zip', 'asset'] as const

export const withdrawLinks = defineEndpoint({
  name: 'withdrawLinks',
  resource: 'signed-links',
  summary: 'Revoke all signed links to a job, a product, a zip or a raster asset; new ones can be created',
  method: 'POST',
  path: '/links/withdraw',
  access: ADMINS,
  audit: 'withdraw-links',
  record: 'id',
  body: z.strictObject({ kind: z.enum(LINK_KINDS), id }),
  answer: message,
})

export const changeLinkSecret = defineEndpoint({
  name: 'changeLinkSecret',
  resource: 'signed-links',
  summary: 'Rotate the secret of signed links; with forget_former, all existing links stop working',
  method: 'POST',
  path: '/links/secret',
  access: ADMINS,
  scope: 'session',
  audit: 'link-secret',
  body: z.strictObject({ forget_former: z.boolean() }),
  answer: message,
})
