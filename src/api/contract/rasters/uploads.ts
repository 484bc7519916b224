import { z } from 'zod'
import { NO_TIMEOUT, WRITERS, defineEndpoint } from '../endpoint.ts'
import { listOf, many } from '../shapes.ts'

/** Version of the tus protocol (https://tus.io), which these calls follow. */
export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = 'creation,expiration,termination'
/** The body of a piece. */
export const PIECE_TYPE = 'application/offset+octet-stream'
/** Unfinished and finished uploads of one person that no raster has taken over: those of a bulk upload, and 20 more. */
export const MAX_UPLOADS = 70

export const uploadId = z.uuid()

const named = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:[0-9a-f]{64})?$/i)
/** Finished uploads, each as ID or, to have its bytes checked, as ID:SHA256. */
export const namedUploads = many(named)
const params = z.object({ id: uploadId })

const upload = z.object({
  id: uploadId,
  name: z.string(),
  size: z.number().int(),
  /** Bytes that have arrived and are kept. */
  offset: z.number().int(),
  /** All bytes have arrived: a call that takes a raster accepts it as `upload`. */
  complete: z.boolean(),
  created_at: z.string(),
  /** It is removed then, unless more bytes arrive before. */
  expires_at: z.string(),
})
export type Upload = z.output<typeof upload>

const common = {
  resource: 'uploads',
  access: WRITERS,
  audit: null,
  record: null,
  headers: ['Tus-Resumable'],
} as const

export const listUploads = defineEndpoint({
  ...common,
  name: 'listUploads',
  summary: 'List your resumable uploads that have not become a raster yet, newest first',
  method: 'GET',
  path: '/uploads',
  answer: listOf(upload),
})

export const createUpload = defineEndpoint({
  ...common,
  name: 'createUpload',
  summary: 'Create a resumable upload (tus); the response, 201, has its address in Location',
  method: 'POST',
  path: '/uploads',
  rate: 'piece',
  audit: 'begin-upload',
  headers: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
  answer: upload,
})

export const getUpload = defineEndpoint({
  ...common,
  name: 'getUpload',
  summary: 'Get one of your uploads; HEAD returns in Upload-Offset how many bytes were received',
  method: 'GET',
  path: '/uploads/{id}',
  params,
  answer: upload,
})

export const appendUpload = defineEndpoint({
  ...common,
  name: 'appendUpload',
  summary: 'Append to one of your uploads at its current offset',
  method: 'PATCH',
  path: '/uploads/{id}',
  rate: 'piece',
  audit: 'finish-upload',
  record: 'id',
  headers: ['Tus-Resumable', 'Upload-Offset'],
  params,
  encoding: 'bytes',
  answer: 'empty',
  timeoutMs: NO_TIMEOUT,
})

export const deleteUpload = defineEndpoint({
  ...common,
  name: 'deleteUpload',
  summary: 'Delete one of your uploads and the bytes received',
  method: 'DELETE',
  path: '/uploads/{id}',
  rate: 'piece',
  audit: 'discard-upload',
  record: 'id',
  params,
  answer: 'empty',
})
