import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

export interface TcpProxy {
  port: number
  /** Ends every connection at once, like a network failure. */
  cut(): number
  /** From now on drops what the present connections send, without closing them, like a failover behind an address. */
  freeze(): number
  /** Accepts connections, and drops what they send, until the returned function is called. */
  isolate(): () => void
  close(): Promise<void>
}

/** Forwards bytes to a port of this machine, or a socket's path, until `cut` or `freeze` is called. */
export async function startTcpProxy(target: number | string): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  const silent = new Set<Socket>()
  let isolated = false
  const silence = (socket: Socket) => {
    silent.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => silent.delete(socket))
    socket.resume()
  }
  const server = createServer((near) => {
    if (isolated) return silence(near)
    const far = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const drop = () => {
      if (!pairs.delete(pair)) return
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) socket.on('error', drop).on('close', drop)
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const takeAll = () => {
    const all = [...pairs]
    pairs.clear()
    return all
  }
  const cut = () => {
    const all = takeAll()
    for (const [near, far] of all) {
      near.resetAndDestroy()
      // That of a socket's path cannot be reset.
      if (typeof target === 'string') far.destroy()
      else far.resetAndDestroy()
    }
    return all.length
  }
  const freeze = () => {
    const all = takeAll()
    for (const [near, far] of all) {
      near.unpipe(far)
      far.unpipe(near)
      silence(near)
      silence(far)
    }
    return all.length
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    freeze,
    isolate() {
      isolated = true
      freeze()
      return () => void (isolated = false)
    },
    async close() {
      cut()
      for (const socket of silent) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A database's address through a proxy to its server. */
export async function startDatabaseProxy(url: string): Promise<TcpProxy & { url: string }> {
  const socketFolder = new URL(url.replace('@/', '@localhost/')).searchParams.get('host')!
  const proxy = await startTcpProxy(`${socketFolder}/.s.PGSQL.5432`)
  return { ...proxy, url: url.replace('@/', `@127.0.0.1:${proxy.port}/`).replace(/\?.*/, '') }
}
