import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'
import { pathBelow } from './path-below.ts'

const COMPRESSIBLE = /^(text\/html|application\/json|application\/x-tss-framed|text\/plain)/

type Encoding = 'br' | 'gzip'

/** Quality 3: a page in a fifth of a millisecond, as small as with gzip at its usual level. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
const GZIP = { level: 3 }

/** Compresses rendered pages, which arrive whole, and answers of server functions, which may be streams. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const encoding = encodingFor(request, response)
  if (!encoding) return response
  const headers = new Headers(response.headers)
  headers.set('content-encoding', encoding)
  headers.append('vary', 'accept-encoding')
  let body: BodyInit
  if (headers.has('content-length')) {
    const whole = await response.arrayBuffer()
    const bytes = encoding === 'br' ? brotliCompressSync(whole, BROTLI) : gzipSync(whole, GZIP)
    headers.set('content-length', String(bytes.length))
    body = bytes
  } else {
    body = squeezed(response.body as NodeReadableStream, encoding)
  }
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

function encodingFor({ method, headers, url }: Request, response: Response): Encoding | undefined {
  if (!response.body || method === 'HEAD' || response.headers.has('content-encoding')) return undefined
  // The proxy's answers pass unchanged: ranges and checksums refer to exactly those bytes.
  if (pathBelow(new URL(url).pathname)?.startsWith('/api/')) return undefined
  if (!COMPRESSIBLE.test(response.headers.get('content-type') ?? '')) return undefined
  const accepted = headers.get('accept-encoding') ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

/** What is written in one turn of the event loop is flushed at once, so that streaming still works. */
function squeezed(body: NodeReadableStream, encoding: Encoding): ReadableStream {
  const squeeze = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP)
  const source = Readable.fromWeb(body)
  source.on('error', (error) => squeeze.destroy(error))
  squeeze.on('close', () => source.destroy())
  let due: NodeJS.Immediate | undefined
  source.on('data', () => {
    due ??= setImmediate(() => {
      due = undefined
      if (squeeze.writable) squeeze.flush()
    })
  })
  return Readable.toWeb(source.pipe(squeeze)) as ReadableStream
}
