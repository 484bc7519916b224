import { connect } from 'node:http2'
import { request } from 'node:https'
import type { Readable } from 'node:stream'

export const VERSIONS = ['HTTP/1.1', 'HTTP/2'] as const
export type Version = (typeof VERSIONS)[number]

interface Sent {
  /** On this machine; the name of the host is in `host`. */
  port: number
  host: string
  ca: Buffer
  path: string
  method?: string
  headers?: Record<string, string>
  /** Sent as it is read. */
  body?: Readable
}

export interface Streamed {
  status: number
  headers: Record<string, unknown>
  body: Readable
  /** Disconnects. */
  leave(): void
}

/** One call on a connection of its own, which resolves once the answer begins. */
export const stream = (version: Version, sent: Sent): Promise<Streamed> =>
  version === 'HTTP/2' ? byHttp2(sent) : byHttp1(sent)

function byHttp1({ port, host, ca, path, method = 'GET', headers = {}, body }: Sent): Promise<Streamed> {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      servername: host,
      ca,
      path,
      method,
      headers: { host: `${host}:${port}`, ...headers },
      agent: false,
    })
    asked.on('response', (answer) => {
      const { statusCode: status = 0, headers } = answer
      resolve({ status, headers, body: answer, leave: () => void asked.destroy() })
    })
    asked.on('error', reject)
    if (body) body.pipe(asked)
    else asked.end()
  })
}

function byHttp2({ port, host, ca, path, method = 'GET', headers = {}, body }: Sent): Promise<Streamed> {
  return new Promise((resolve, reject) => {
    const session = connect(`https://127.0.0.1:${port}`, { servername: host, ca })
    session.on('error', reject)
    const asked = session.request(
      { ':path': path, ':method': method, ':authority': `${host}:${port}`, ...headers },
      { endStream: body === undefined },
    )
    asked.on('error', reject)
    asked.on('close', () => session.close())
    asked.on('response', ({ ':status': status = 0, ...headers }) => {
      resolve({ status, headers, body: asked, leave: () => session.destroy() })
    })
    body?.pipe(asked)
  })
}

export async function textOf({ body }: Streamed): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
