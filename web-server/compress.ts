import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

const COMPRESSIBLE = /^(text\/html|application\/json|application\/x-tss-framed|text\/plain)/

/**
 * Compresses rendered pages and answers of server functions. What a page writes in one turn of the event loop, up to a
 * hundred small pieces, is flushed at once, so that streaming still works.
 */
export function compressed(request: Request, response: Response): Response {
  const encoding = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '')
    ? 'br'
    : /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
      ? 'gzip'
      : undefined
  if (!encoding || !response.body || request.method === 'HEAD' || response.headers.has('content-encoding'))
    return response
  // The proxy's answers pass unchanged: ranges and checksums refer to exactly those bytes.
  if (new URL(request.url).pathname.startsWith('/api/')) return response
  if (!COMPRESSIBLE.test(response.headers.get('content-type') ?? '')) return response

  const squeeze =
    encoding === 'br'
      ? createBrotliCompress({
          params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
        })
      : createGzip({ level: 6 })
  const source = Readable.fromWeb(response.body as NodeReadableStream)
  source.on('error', (error) => squeeze.destroy(error))
  squeeze.on('close', () => source.destroy())
  let due: NodeJS.Immediate | undefined
  source.on('data', () => {
    due ??= setImmediate(() => {
      due = undefined
      if (squeeze.writable) squeeze.flush()
    })
  })
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-encoding', encoding)
  headers.append('vary', 'accept-encoding')
  return new Response(Readable.toWeb(source.pipe(squeeze)) as ReadableStream, {
    status: response.status,
    statusText: response.statusText,
    headers,
  })
}
