import { createServer, isIPv6 } from 'node:net'

/** The address by which this machine reaches a listener on `host`. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`
}

/** Throws one sentence if another program listens on the port. */
export async function expectFree(port: number, host: string, variable: string): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} is taken by another program. Stop it, or choose another port with ${variable}.`,
      )
    throw new Error(`Port ${port} cannot be opened (${code}). Choose another one with ${variable}.`)
  } finally {
    server.close()
  }
}
