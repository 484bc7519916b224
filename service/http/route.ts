import type { Readable } from 'node:stream'
import type { Answer, Body, Endpoint, Params, Query } from '#contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Caller, Services } from '../context.ts'
import type { JsonText } from '../json-text.ts'

/** A file of a multipart body, read whole within the limits of the endpoint. */
export interface ReceivedFile {
  field: string
  name: string
  content: Buffer
}

/** A file that went into the store as it came; it is removed after the call unless a record takes its key over. */
export interface StreamedFile {
  field: string
  name: string
  key: string
  size: number
  sha256: string
}

/** What a handler of a 'file' endpoint answers; `open` is called with the inclusive range that is asked for. */
export interface FileAnswer {
  name: string
  mediaType: string
  /** Null: made while it is sent; no ranges and no length then. */
  size: number | null
  etag?: string
  /** 'inline' only for pictures that the service made itself. */
  disposition?: 'attachment' | 'inline'
  cacheControl?: string
  open(range?: { start: number; end: number }): Promise<Readable> | Readable
}

export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  files: ReceivedFile[]
  streamed: StreamedFile[]
  /** The signed-in person; null on public calls. */
  actor: E['access'] extends 'public' ? Actor | null : Actor
  token: string | null
  /** The access token of a script; null for a session. */
  accessTokenId: number | null
  /** For work that takes long: whose it is, and when to stop it. */
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

type Result<E extends Endpoint> = E['answer'] extends 'file'
  ? FileAnswer
  : E['answer'] extends 'events'
    ? void
    : Answer<E> | JsonText

export interface Route<E extends Endpoint = Endpoint> {
  endpoint: E
  handle(call: Call<E>, services: Services): Promise<Result<E>>
}

/** Binds a call of the contract to its handler; the app validates input, checks rights and encodes the answer. */
export function route<const E extends Endpoint>(endpoint: E, handle: Route<E>['handle']): Route {
  return { endpoint, handle } as unknown as Route
}
