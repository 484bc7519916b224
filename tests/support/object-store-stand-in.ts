import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface ObjectStore {
  /** A FILES_URL. */
  url: string
  /** By bucket and key. */
  objects: Map<string, Buffer>
  /** Ranges that were read, in order. */
  reads: { key: string; start: number; end: number }[]
  /** Called before a GET is answered: may wait, or return a status to answer instead. */
  onRead: (key: string) => Promise<number | undefined> | number | undefined
  /** Resets the connection of a GET after this many bytes of the content. */
  cutAfter: number
  /** GETs that have begun and are neither answered nor given up. */
  open: number
  close(): Promise<void>
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

/** As much of S3 as the file store uses for small objects, on loopback. */
export async function startObjectStore(): Promise<ObjectStore> {
  process.env.AWS_ACCESS_KEY_ID ??= 'stand-in'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'stand-in'
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const store: ObjectStore = {
    url: `s3://bucket?endpoint=http://127.0.0.1:${port}&region=us-east-1&forcePathStyle=true`,
    objects: new Map(),
    reads: [],
    onRead: () => undefined,
    cutAfter: Infinity,
    open: 0,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = decodeURIComponent(new URL(request.url!, 'http://x').pathname).replace('/bucket/', '')
    if (request.method === 'PUT') {
      store.objects.set(key, await buffer(request))
      return void response.setHeader('etag', etagOf(store.objects.get(key)!)).end()
    }
    request.resume()
    if (request.method === 'DELETE') {
      store.objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (request.method === 'GET') {
      store.open++
      response.once('close', () => store.open--)
      const status = await store.onRead(key)
      if (status !== undefined) return void response.writeHead(status).end()
    }
    send(request, response, key)
  }

  function send(request: IncomingMessage, response: ServerResponse, key: string): void {
    const bytes = store.objects.get(key)
    if (!bytes) return void response.writeHead(404).end()
    const { range, 'if-match': wanted } = request.headers
    const head = { etag: etagOf(bytes), 'accept-ranges': 'bytes' }
    if (wanted !== undefined && wanted !== head.etag) return void response.writeHead(412).end()
    if (request.method === 'HEAD')
      return void response.writeHead(200, { ...head, 'content-length': bytes.length }).end()
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? 'bytes=0-')!
    const start = Number(from)
    if (start >= bytes.length) return void response.writeHead(416).end()
    const end = Math.min(bytes.length - 1, to === '' ? Infinity : Number(to))
    store.reads.push({ key, start, end })
    const content = bytes.subarray(start, end + 1)
    response.writeHead(range === undefined ? 200 : 206, {
      ...head,
      'content-length': content.length,
      ...(range !== undefined && { 'content-range': `bytes ${start}-${end}/${bytes.length}` }),
    })
    if (store.cutAfter >= content.length) return void response.end(content)
    response.write(content.subarray(0, store.cutAfter), () => response.socket?.resetAndDestroy())
  }
  return store
}
