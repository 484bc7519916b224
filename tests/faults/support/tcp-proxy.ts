import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

export interface TcpProxy {
  port: number
  /** Ends every connection at once, like a network failure. */
  cut(): number
  close(): Promise<void>
}

/** Forwards bytes to a port on this machine until `cut` is called. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const drop = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) socket.on('error', drop).on('close', drop)
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    const count = pairs.size
    for (const [near, far] of pairs) {
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
    return count
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
