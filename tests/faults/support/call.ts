import { type IncomingHttpHeaders, request } from 'node:http'

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** Until the last byte. */
  ms: number
}

/**
 * One call on a separate connection, so that no pool hides what happens to it; rejects if there is no complete answer.
 */
export function call(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer | string } = {},
): Promise<Answered> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { method: options.method ?? 'GET', headers: options.headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString(),
            ms: performance.now() - start,
          }),
        )
        answer.on('close', () => !answer.complete && reject(new Error('The answer broke off.')))
      },
    )
    asked.on('error', reject)
    asked.end(options.body)
  })
}
