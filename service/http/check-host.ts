import type { FastifyInstance } from 'fastify'
import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'

const HOST = /^(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?$/
const LARGEST_PORT = 65_535

function isHost(host: string): boolean {
  const found = HOST.exec(host)
  return found !== null && Number(found[1] ?? 0) <= LARGEST_PORT
}

/**
 * Exactly one valid Host header, as RFC 9112 (3.2) requires: with two, a proxy and the service may assume different
 * hosts.
 */
export function checkHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const names = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
    if (names.length !== 1 || !isHost(raw.headers.host ?? ''))
      throw new ServiceError(
        'bad-request',
        sentence`The request needs exactly one Host header, with a name or an address and at most a port up to 65535.`,
      )
  })
}
