import { createServer } from 'node:net'

/** Refuses in words when somebody else listens on the port. */
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
