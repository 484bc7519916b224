import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RASTER_MAX_BYTES } from '#contract/rasters/assets.ts'
import { BASE_PATH } from '#contract/endpoint.ts'
import { TUS_EXTENSIONS, TUS_VERSION } from '#contract/rasters/uploads.ts'
import { ServiceError } from '../../service-error.ts'
import { fixed, sentence } from '../../sentence.ts'

type Headers = Pick<FastifyRequest, 'headers'>

const textOf = ({ headers }: Headers, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : undefined
}

/** Clients state their version; a call made by hand need not. */
export function checkTusVersion(request: Headers): void {
  const version = textOf(request, 'tus-resumable')
  if (version === undefined || version === TUS_VERSION) return
  throw new ServiceError(
    'precondition-failed',
    sentence`Only tus protocol version ${fixed(TUS_VERSION)} is supported.`,
    {
      headers: { 'tus-version': TUS_VERSION },
    },
  )
}

function wholeNumber(request: Headers, name: string, least: number): number {
  const value = textOf(request, name.toLowerCase()) ?? ''
  const number = Number(value)
  if (/^\d{1,15}$/.test(value) && number >= least) return number
  throw new ServiceError(
    'bad-request',
    sentence`The header ${name} must be a whole number of at least ${least}.`,
  )
}

export function lengthIn(request: Headers): number {
  if (textOf(request, 'upload-defer-length') !== undefined)
    throw new ServiceError(
      'bad-request',
      sentence`State the size of the file in Upload-Length; it cannot be sent later.`,
    )
  return wholeNumber(request, 'Upload-Length', 1)
}

export const offsetIn = (request: Headers): number => wholeNumber(request, 'Upload-Offset', 0)

const METADATA_MAX = 4096

/** `key base64, key base64` as its texts. */
export function metadataIn(request: Headers): Record<string, string> {
  const header = textOf(request, 'upload-metadata') ?? ''
  const wrong = () =>
    new ServiceError(
      'bad-request',
      sentence`Upload-Metadata must be pairs of a key and a value in Base64, separated by commas.`,
    )
  if (header.length > METADATA_MAX) throw wrong()
  const pairs = Object.create(null) as Record<string, string>
  for (const pair of header === '' ? [] : header.split(',')) {
    const [, key, value = ''] = /^\s*([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?\s*$/.exec(pair) ?? []
    if (key === undefined || key in pairs) throw wrong()
    pairs[key] = Buffer.from(value, 'base64').toString('utf8')
  }
  return pairs
}

/** What a client may ask without a token: the version, the extensions and the largest file. */
export function addTusOptions(app: FastifyInstance): void {
  const url = `${BASE_PATH}/uploads`
  for (const path of [url, `${url}/:id`])
    app.options(path, async (request, reply) => {
      // A browser's preflight: no call answers other origins.
      if (request.headers['access-control-request-method'] !== undefined) return reply.callNotFound()
      return reply
        .code(204)
        .header('tus-resumable', TUS_VERSION)
        .header('tus-version', TUS_VERSION)
        .header('tus-extension', TUS_EXTENSIONS)
        .header('tus-max-size', RASTER_MAX_BYTES)
        .send()
    })
}
