import type { Problem } from '#contract/shapes.ts'
import type { ErrorKind } from '../service-error.ts'

export interface ChildLimits {
  /** Maximum time from the child's start to its end. */
  wallMs: number
  /** User and system time of all threads, including 100 ms of start-up. */
  cpuMs: number
  /** Resident memory of the whole process; a bare Node.js needs 60 MiB. */
  memoryMiB: number
  /** Maximum size of the serialized answer. */
  answerBytes: number
}

/** The child's start parameters, as JSON in its first argument. */
export interface ChildStart {
  parent: number
  /** Null: a pool child, whose requests are bounded one by one. */
  cpuMs: number | null
  memoryMiB: number
}

export interface ChildInput {
  input: unknown
  /** The content follows on standard input. */
  hasContent: boolean
}

/** Over IPC, while the child works. */
export interface ChildReport {
  fraction: number
}

export type ChildAnswer =
  | { type: 'done'; answer: unknown }
  | { type: 'service-error'; kind: ErrorKind; message: string; errors: Problem['errors'] }
  | { type: 'error'; name: string; message: string; stack: string }

/** A request to a pool child, which handles one at a time. */
export interface PoolQuestion {
  question: unknown
}

/** A child's request for a part of a file that the parent reads for it. */
export interface BytesRequest {
  borrow: number
  name: string
  offset: number
  length: number
}

/** Null if the bytes cannot be had. */
export interface BytesReply {
  lent: number
  bytes: Uint8Array | null
}

/** Bytes per request and requests in progress: together they limit how much memory a child can make its parent use. */
export const MOST_BYTES_LENT = 4 * 2 ** 20
export const MOST_READS = 8

/** The child's file descriptor for the answer. */
export const ANSWER_FD = 4

/** What the watchdog writes to standard error before it ends its process. */
export const watchdogWord = (reason: 'cpu' | 'memory') => `\nwatchdog: ${reason}\n`
