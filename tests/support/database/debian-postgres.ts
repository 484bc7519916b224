import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../free-port.ts'

const ROOT = '/usr/lib/postgresql'

/** The programs of the newest PostgreSQL that Debian has installed, server and clients; null if there is none. */
export function debianPrograms(): string | null {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : []
  const folders = versions.map((version) => join(ROOT, version, 'bin'))
  return (
    folders.find((bin) =>
      ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql'].every((name) => existsSync(join(bin, name))),
    ) ?? null
  )
}

export interface DebianPostgres {
  /** The address of a database, as superuser unless a role is named. */
  urlOf(database: string, role?: { name: string; password: string }): string
  close(): Promise<void>
}

/** A server with the programs of `bin`, without databases of its own. */
export async function startDebianPostgres(bin: string): Promise<DebianPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-debian-'))
  const port = await freePort()
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, 'secret')
  const identity = identityOf('postgres')
  if (identity) for (const path of [folder, passwordFile]) chownSync(path, identity.uid, identity.gid)
  const cluster = join(folder, 'cluster')
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '--no-sync',
      '-E',
      'UTF8',
    ],
    { encoding: 'utf8', cwd: '/', ...identity },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { cwd: '/', stdio: 'ignore', ...identity },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const urlOf: DebianPostgres['urlOf'] = (
    database,
    { name, password } = { name: 'postgres', password: 'secret' },
  ) => `postgresql://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  await untilReady(urlOf('postgres'))
  return {
    urlOf,
    async close() {
      server.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** PostgreSQL does not run as root. */
function identityOf(name: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))!
  const [, , uid, gid] = line.split(':').map(Number)
  return { uid, gid }
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (tries > 300) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
