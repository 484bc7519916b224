import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A FILES_URL whose one object is a file of any size, answered in ranges by another process as S3 does. */
export async function serveAsObject(path: string): Promise<{ url: string; stop: () => void }> {
  process.env.AWS_ACCESS_KEY_ID ??= 'bench'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'bench'
  const child = fork(fileURLToPath(import.meta.url), [path])
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `s3://bucket?endpoint=http://127.0.0.1:${port}&region=us-east-1&forcePathStyle=true`,
    stop: () => void child.kill('SIGKILL'),
  }
}

async function serve(path: string): Promise<void> {
  const { size } = await stat(path)
  const server = createServer((request, response) => {
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const [start, end] = range ? [Number(range[1]), Math.min(Number(range[2]), size - 1)] : [0, size - 1]
    response.writeHead(range ? 206 : 200, {
      etag: '"bench"',
      'last-modified': new Date(0).toUTCString(),
      'content-length': end - start + 1,
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
    })
    if (request.method === 'HEAD') return void response.end()
    createReadStream(path, { start, end }).pipe(response)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit(0))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(process.argv[2])
