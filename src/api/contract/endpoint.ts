import type { z } from 'zod'

export const ROLES = ['viewer', 'staff', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Who may call: 'public' needs no sign-in; otherwise one of the roles is required. */
export const READERS: readonly Role[] = ['viewer', 'staff', 'admin']
export const WRITERS: readonly Role[] = ['staff', 'admin']
export const ADMINS: readonly Role[] = ['admin']

export interface FileRule {
  maxBytes: number
  maxCount: number
  required: boolean
  /** Streamed into the file store, whatever its size; rejected at its first bytes if it is of another type. */
  stream?: 'tiff'
}

export interface Endpoint {
  /** Unique across the contract; the OpenAPI operationId. */
  name: string
  /** The feature's one name. */
  resource: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api/v1; path parameters in braces. */
  path: `/${string}`
  access: 'public' | readonly Role[]
  /**
   * The scope that an access token needs for this call, if method and path don't determine it; 'session': no access
   * token is accepted.
   */
  scope?: 'read' | 'run' | 'write' | 'session'
  /** The audit's word for each of these calls, if `auditWordOf` finds none that is good enough. */
  audit?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  encoding?: 'json' | 'form' | 'multipart'
  /** Names of a multipart body's file fields, and the largest size of one file. */
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
