import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Answer, Body, Endpoint, Params, Query } from '#contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Caller, Services } from '../context.ts'
import type { SourceUpload } from '../domain/rasters/inspect-upload.ts'
import type { JsonPieces, JsonText } from '../json-text.ts'

/** A file of a multipart body, read whole within the endpoint's limits. */
export interface ReceivedFile {
  field: string
  name: string
  content: Buffer
}

/** A file streamed into the store; it is removed after the call unless a record adopts its key. */
export interface StreamedFile {
  field: string
  name: string
  key: string
  size: number
  sha256: string
  /** It arrived before the call. */
  upload?: SourceUpload
}

/** The answer of a 'file' endpoint's handler; `open` is called with the requested inclusive range. */
export interface FileAnswer {
  name: string
  mediaType: string
  /** Null if it is generated while it is sent; then there are no ranges and no length. */
  size: number | null
  etag?: string
  /** 'inline' only for images that the service generated. */
  disposition?: 'attachment' | 'inline'
  cacheControl?: string
  open(range?: { start: number; end: number }): Promise<Readable> | Readable | Buffer
}

export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  files: ReceivedFile[]
  streamed: StreamedFile[]
  /** The logged-in person; null on public calls. */
  actor: E['access'] extends 'public' ? Actor | null : Actor
  token: string | null
  /** The access token of a script; null for a session. */
  accessTokenId: number | null
  /** For long work: the person it belongs to, and when to stop it. */
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers 202: `value` is what there is by now, `path` (below /api/v1) where to follow it. */
export class Accepted<T> {
  readonly value: T
  readonly path: string
  constructor(value: T, path: string) {
    this.value = value
    this.path = path
  }
}

/** Whether the caller prefers not to wait for the answer (RFC 7240). */
export const prefersAsync = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /(^|[,;\s])respond-async($|[,;\s])/i.test(String(headers.prefer ?? ''))

type Result<E extends Endpoint> = E['answer'] extends 'file'
  ? FileAnswer
  : E['answer'] extends 'events' | 'empty'
    ? void
    : Answer<E> | JsonText | JsonPieces | AcceptedBy<E>

type AcceptedBy<E extends Endpoint> = E extends { accepted: infer S extends z.ZodType }
  ? Accepted<z.output<S>>
  : never

export interface Route<E extends Endpoint = Endpoint> {
  endpoint: E
  handle(call: Call<E>, services: Services): Promise<Result<E>>
}

/** Binds a call of the contract to its handler; the app validates input, checks rights and encodes the answer. */
export function route<const E extends Endpoint>(endpoint: E, handle: Route<E>['handle']): Route {
  return { endpoint, handle } as unknown as Route
}
