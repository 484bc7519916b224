import type { z } from 'zod'

export const ROLES = ['viewer', 'staff', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Who may call: nobody needs to sign in for 'public'; else the roles that are let in. */
export const READERS: readonly Role[] = ['viewer', 'staff', 'admin']
export const WRITERS: readonly Role[] = ['staff', 'admin']
export const ADMINS: readonly Role[] = ['admin']

export interface FileRule {
  maxBytes: number
  maxCount: number
  required: boolean
  /** Goes into the file store as it comes, whatever its size; refused at its first bytes when it is of another kind. */
  stream?: 'tiff'
}

export interface Endpoint {
  /** Unique across the contract; the OpenAPI operationId. */
  name: string
  /** The feature's one word. */
  resource: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api/v1; path parameters in braces. */
  path: `/${string}`
  access: 'public' | readonly Role[]
  /** What an access token needs for this call, where it isn't told by method and path; 'session': no access token will do. */
  scope?: 'read' | 'run' | 'write' | 'session'
  /** The word under which the audit records each of these calls, where `auditWordOf` finds none that is good enough. */
  audit?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  encoding?: 'json' | 'form' | 'multipart'
  /** Names of the file fields of a multipart body and the largest size of one file. */
  files?: Readonly<Record<string, FileRule>>
  headers?: readonly string[]
  /** 'file' streams bytes (ranges allowed), 'events' is a text/event-stream. */
  answer: z.ZodType | 'file' | 'events'
  timeoutMs?: number
}

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

type Part<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined
export type Params<E extends Endpoint> = Part<E, 'params'>
export type Query<E extends Endpoint> = Part<E, 'query'>
export type Body<E extends Endpoint> = Part<E, 'body'>
export type Answer<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : never

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
