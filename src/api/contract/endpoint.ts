import type { z } from 'zod'

export const ROLES = ['viewer', 'staff', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Who may call: anyone if 'public', otherwise people with one of these roles. */
export const READERS: readonly Role[] = ['viewer', 'staff', 'admin']
export const WRITERS: readonly Role[] = ['staff', 'admin']
export const ADMINS: readonly Role[] = ['admin']

export interface FileRule {
  maxBytes: number
  maxCount: number
  required: boolean
  /** Streamed into the file store, whatever its size; rejected at its first bytes if it is of another kind. */
  stream?: 'tiff'
  /** Instead of the file, a finished resumable upload can be named in the field `upload`. */
  orUpload?: boolean
  /** Beside or instead of files, finished resumable uploads can be named in the field `uploads`. */
  orUploads?: boolean
}

/** What an access token may be allowed. read: every GET, and the STAC search; run: send and validate configurations; write: other changes. */
export const SCOPES = ['read', 'run', 'write'] as const
export type Scope = (typeof SCOPES)[number]

/** Whose tokens may have a scope: the roles that may make at least one of its calls. */
export const SCOPE_ACCESS: Readonly<Record<Scope, readonly Role[]>> = {
  read: READERS,
  run: WRITERS,
  write: READERS,
}

/** Which limit per person and minute a call counts towards; `service/http/limits/call-limits.ts` has the numbers. */
export type Rate = 'read' | 'picture' | 'write' | 'upload' | 'piece'

/**
 * Standards that other programs expect. Calls that follow one have its parameters, names and lists instead of
 * `{content, totalElements}` and snake_case; docs/decisions/20-other-programs.md.
 */
const STANDARDS = [
  'TileJSON 3.0.0',
  'STAC API 1.0.0',
  'WMTS 1.0.0',
  'OGC API - Tiles 1.0',
  'OGC API - Features 1.0',
] as const

/** The calls of OGC's standards, STAC's among them, answer 400 to wrong parameters, where all others answer 422. */
export const isOgc = ({ standard }: Pick<Endpoint, 'standard'>): boolean =>
  standard !== undefined && /^(STAC|OGC|WMTS)/.test(standard)

/** Other programs make these calls: files, and what follows a standard. */
export const isForPrograms = ({ scope, answer, standard }: Endpoint): boolean =>
  scope === 'read' && (answer === 'file' || standard !== undefined)

export interface Endpoint {
  /** Unique across the contract; the OpenAPI operationId. */
  name: string
  /** The feature's one name. */
  resource: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below /api/v1, with path parameters in braces. */
  path: `/${string}`
  access: 'public' | readonly Role[]
  /** What an access token needs; 'session': no access token may make the call. Null: public. */
  scope: Scope | 'session' | null
  rate: Rate
  /** The action under which the audit records the call; null: only denials are recorded. */
  audit: Lowercase<string> | null
  /** What identifies the record in the audit: fields of path or body (the first that is sent), or the id in the result. */
  record: string | readonly string[] | null
  /** The kind of that record, if it isn't the resource. */
  recordKind?: string
  /** The field of path or query that the audit records as detail. */
  detail?: string
  /** The flag in the answer that is false if errors in what was sent kept everything out: recorded as rejected in spite of its 200. */
  stored?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** 'bytes': a body of any size, which the handler reads. */
  encoding?: 'json' | 'form' | 'multipart' | 'bytes'
  /** Names of a multipart body's file fields, and the largest size of one file. */
  files?: Readonly<Record<string, FileRule>>
  headers?: readonly string[]
  /** 'file' streams bytes (ranges allowed), 'events' is a text/event-stream, 'empty' is 204. */
  answer: z.ZodType | 'file' | 'events' | 'empty'
  /** What a caller gets with 202 who sends `Prefer: respond-async` and does not wait for the answer. */
  accepted?: z.ZodType
  /** The kind of the record in the audit then, if it isn't the same. */
  acceptedKind?: string
  timeoutMs?: number
  /** A worker does what takes long: the call does not count towards those that a person may have in progress. */
  byWorker?: true
  /** A stored file, which programs read in thousands of blocks: those count by their bytes, not as calls. */
  byBlocks?: true
  standard?: (typeof STANDARDS)[number]
  /** Names of the query's parameters count in any case, as OGC's key-value pairs do. */
  caseless?: true
  /** Media type of the answer, if a standard requires another one than application/json. */
  mediaType?: `application/${string}`
}

type Fields<E, K extends string> =
  E extends Record<K, z.ZodObject<infer Shape>> ? keyof Shape & string : never
type Flags<E> =
  E extends Record<'answer', z.ZodObject<infer Shape>>
    ? { [K in keyof Shape]: Shape[K] extends z.ZodBoolean ? K : never }[keyof Shape]
    : never
type RecordField<E extends Written> =
  | Fields<E, 'params'>
  | Fields<E, 'body'>
  | (E['method'] extends 'GET' ? never : 'result')

/** An endpoint as it is written: what is as usual for its method is left out. */
type Usual = 'access' | 'scope' | 'rate' | 'audit' | 'record'
type Written = Omit<Endpoint, Usual> & Partial<Pick<Endpoint, Usual>>

/** What the fields of one endpoint demand of each other; without it a typo would pass for a name. */
interface Consistent<E extends Written> {
  scope?: E extends { access: 'public' } ? null : Scope | 'session'
  /** A search sent as a body reads too. */
  rate?: E['method'] extends 'GET'
    ? 'read' | 'picture'
    : E extends { scope: 'read' }
      ? 'read'
      : 'write' | 'upload' | 'piece'
  record?: RecordField<E> | readonly RecordField<E>[] | null
  detail?: Fields<E, 'params'> | Fields<E, 'query'>
  stored?: Flags<E>
  acceptedKind?: E extends { accepted: z.ZodType } ? string : never
}

interface Defaults<E extends Written> {
  access: readonly Role[]
  scope: E extends { access: 'public' } ? null : E extends { method: 'GET' } ? 'read' : 'write'
  rate: E extends { method: 'GET' } | { scope: 'read' } ? 'read' : 'write'
  audit: null
  record: null
}
type Complete<E extends Written> = E & Omit<Defaults<E>, keyof E>

/**
 * Unless the endpoint says otherwise, a GET is for readers, needs the scope 'read' and counts as 'read'; other methods
 * are for writers, need 'write' and count as 'write'. Nobody needs a scope for a public call.
 */
export function defineEndpoint<const E extends Written>(endpoint: E & Consistent<E>): Complete<E> {
  const reads = endpoint.method === 'GET'
  const usual = {
    access: reads ? READERS : WRITERS,
    scope: endpoint.access === 'public' ? null : reads ? 'read' : 'write',
    rate: reads || endpoint.scope === 'read' ? 'read' : 'write',
    audit: null,
    record: null,
  }
  return { ...usual, ...endpoint } as unknown as Complete<E>
}

type Part<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined
export type Params<E extends Endpoint> = Part<E, 'params'>
export type Query<E extends Endpoint> = Part<E, 'query'>
export type Body<E extends Endpoint> = Part<E, 'body'>
export type Answer<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : never

/** What a caller gets who does not wait. */
export type Accepted<E extends Endpoint> = Part<E, 'accepted'>

export const BASE_PATH = '/api/v1'
export const DEFAULT_TIMEOUT_MS = 60_000
export const LIST_TIMEOUT_MS = 100_000
export const USERS_TIMEOUT_MS = 150_000
export const DOWNLOAD_TIMEOUT_MS = 10_000
export const RUN_FILE_TIMEOUT_MS = 360_000
/** Run-by-id. */
export const RUN_AGAIN_TIMEOUT_MS = 15_000
/** Uploads of rasters: no time-out. */
export const NO_TIMEOUT = 0
