import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { until } from './times.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
export const hasPgBouncer = existsSync(PROGRAM)

export interface PgBouncer {
  url: string
  close(): Promise<void>
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

/** Debian's PgBouncer in session mode in front of a server of the tests, otherwise with its defaults. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Record<string, string | number> = {},
): Promise<PgBouncer> {
  const server = new URL(databaseUrl.replace('@/', '@localhost/'))
  const host = server.searchParams.get('host')!
  const [user, password] = [server.username, decodeURIComponent(server.password)]
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'strata-pgbouncer-'))
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'session',
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(all.auth_file, `"${user}" "${password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n* = host=${host}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  // It does not run as root, and only the server's own user may use the server's socket.
  const { uid, gid } = statSync(join(host, '.s.PGSQL.5432'))
  chownSync(folder, uid, gid)
  chmodSync(folder, 0o755)
  const identity = process.getuid?.() === 0 ? { uid, gid } : {}
  const child: ChildProcess = spawn(PROGRAM, [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...identity,
  })
  let said = ''
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await until('PgBouncer accepts connections', 10_000, () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`)
    return accepts(port)
  })
  return {
    url: `postgresql://${user}:${server.password}@127.0.0.1:${port}${server.pathname}`,
    async close() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
