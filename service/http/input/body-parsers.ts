import type { FastifyInstance } from 'fastify'
import { PIECE_TYPE } from '#contract/rasters/uploads.ts'
import { ServiceError } from '../../service-error.ts'
import { fixed, sentence } from '../../sentence.ts'

export const JSON_MAX_BYTES = 2 ** 20
export const FORM_MAX_BYTES = 64 * 2 ** 10
const FORM_MAX_FIELDS = 100

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('bad-request', sentence`The body is not valid JSON.`)
  }
}

function parseForm(text: string): Record<string, unknown> {
  const form: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let fields = 0
  for (const [name, value] of new URLSearchParams(text)) {
    if (++fields > FORM_MAX_FIELDS)
      throw new ServiceError('too-large', sentence`The form has more than ${fixed(FORM_MAX_FIELDS)} fields.`)
    const previous = form[name]
    form[name] =
      previous === undefined
        ? value
        : Array.isArray(previous)
          ? [...(previous as unknown[]), value]
          : [previous, value]
  }
  return form
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ServiceError('bad-request', sentence`The body is not UTF-8 text.`)
  }
}

/** The parsers of bodies. Multipart has its own reader, which knows the endpoint's limits. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const add = (type: string | RegExp, bodyLimit: number, parse: (text: string) => unknown) =>
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, (_request, bytes, done) => {
      try {
        done(null, parse(decode(bytes as Buffer)))
      } catch (error) {
        done(error as Error, undefined)
      }
    })
  add('application/json', JSON_MAX_BYTES, parseJson)
  add('application/x-www-form-urlencoded', FORM_MAX_BYTES, parseForm)
  // Its handler reads the stream.
  app.addContentTypeParser(PIECE_TYPE, (_request, _payload, done) => done(null))
}
