import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkLibraries } from '../../../launcher/embedded/binaries.ts'
import { lockDataDir, privateFolder } from '../../../launcher/embedded/lock.ts'
import { isAlive, isPostmaster, readPidFile, stopPostmaster } from '../../../launcher/embedded/postmaster.ts'
import { startEmbeddedPostgres } from '../../../launcher/embedded/start.ts'

const isRoot = process.getuid?.() === 0
const settings = { fsync: 'off' }
const quiet = { info: () => {}, warn: () => {} }

let base: string
let dataDir: string
let others: string[]
let children: ChildProcess[]
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'strata-embedded-'))
  await chmod(base, 0o755)
  dataDir = join(base, 'data')
  others = []
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const cluster of [join(dataDir, 'postgres', 'cluster'), ...others]) {
    const pid = readPidFile(cluster)?.pid
    if (pid !== undefined) await stopPostmaster(pid, cluster)
  }
  for (const cluster of others) await rm(dirname(cluster), { recursive: true, force: true })
  await rm(base, { recursive: true, force: true })
})

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A separate process that starts the folder's server: its address, or its error. */
async function elsewhere(identity: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'embedded-child.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...identity,
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('url ')) return { child, url: line.slice(4), rejection: null }
    if (line.startsWith('rejected ')) return { child, url: '', rejection: line.slice(9) }
  }
  throw new Error('the process said nothing')
}

const gone = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once('exit', (code) => resolve(code))
  })

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

describe('the embedded PostgreSQL', () => {
  it('is created, keeps rows over a restart, and listens only on a private socket with a password', async () => {
    const first = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
    await query(first.url, 'create table kept as select 1 as x')
    const facts = await query(
      first.url,
      `select current_setting('listen_addresses') as tcp, current_setting('data_checksums') as checksums,
              current_setting('server_encoding') as encoding, current_setting('timezone') as zone`,
    )
    expect(facts).toEqual([{ tcp: '', checksums: 'on', encoding: 'UTF8', zone: 'UTC' }])
    const sockets = new URL(first.url.replace('@/', '@x/')).searchParams.get('host')!
    expect(join(sockets, '.s.PGSQL.5432').length).toBeLessThanOrEqual(107)
    expect((await stat(sockets)).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600)
    await expect(query(first.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
      'password authentication',
    )
    await first.stop()
    await expect(query(first.url, 'select 1')).rejects.toThrow()

    const second = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
    expect(await query(second.url, 'select x from kept')).toEqual([{ x: 1 }])
    await second.stop()
    await eventually(() => expect(readdir(sockets)).rejects.toThrow('ENOENT'))
  })

  it('rejects a second start on the same folder with one sentence, and continues', async () => {
    const first = await elsewhere()
    const second = await elsewhere()
    expect(second.rejection).toBe(
      `The data folder ${dataDir} is in use by another running Strata. Stop that one first, or give this one its own folder with DATA_DIR.`,
    )
    expect(await gone(second.child)).toBe(1)
    expect(await query(first.url, 'select 1 as x')).toEqual([{ x: 1 }])
    first.child.kill('SIGTERM')
    expect(await gone(first.child)).toBe(0)
    expect(readPidFile(join(dataDir, 'postgres', 'cluster'))).toBeNull()
  })

  it('survives when its supervisor is killed with -9, and is adopted by the next start', async () => {
    const first = await elsewhere()
    await query(first.url, 'create table kept as select 7 as x')
    const before = readPidFile(join(dataDir, 'postgres', 'cluster'))!.pid
    first.child.kill('SIGKILL')
    await gone(first.child)
    expect(isAlive(before)).toBe(true)
    const next = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
    expect(readPidFile(join(dataDir, 'postgres', 'cluster'))!.pid).toBe(before)
    expect(await query(next.url, 'select x from kept')).toEqual([{ x: 7 }])
    await next.stop()
    expect(isAlive(before)).toBe(false)
  })

  it('is restarted when it is killed with -9 itself, and loses no row', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
    await query(server.url, 'create table kept as select generate_series(1, 1000) as x')
    const { pid } = readPidFile(join(dataDir, 'postgres', 'cluster'))!
    process.kill(pid, 'SIGKILL')
    const rows = await eventually(() => query(server.url, 'select count(*)::int as n from kept'))
    expect(rows).toEqual([{ n: 1000 }])
    expect(readPidFile(join(dataDir, 'postgres', 'cluster'))!.pid).not.toBe(pid)
    await server.stop()
  })

  it('starts despite the traces of a crashed machine: a pid file whose number another process has now', async () => {
    const first = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
    await first.stop()
    const cluster = join(dataDir, 'postgres', 'cluster')
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    children.push(stranger)
    const { uid, gid } = await stat(cluster)
    await writeFile(
      join(cluster, 'postmaster.pid'),
      `${stranger.pid}\n${cluster}\n1\n5432\n/tmp/elsewhere\n\n\n`,
    )
    await chown(join(cluster, 'postmaster.pid'), uid, gid)
    expect(isPostmaster(stranger.pid!, cluster)).toBe(false)
    const next = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
    expect(await query(next.url, 'select 1 as x')).toEqual([{ x: 1 }])
    expect(isAlive(stranger.pid!)).toBe(true)
    await next.stop()
  })

  it('removes an interrupted creation', async () => {
    await mkdir(join(dataDir, 'postgres', 'cluster.new123', 'base'), { recursive: true })
    const server = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
    expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('cluster'))).toEqual([
      'cluster',
    ])
    await server.stop()
  })

  it('says what to do if its password is lost, and unlocks the folder', async () => {
    await (await startEmbeddedPostgres({ dataDir, log: quiet, settings })).stop()
    await rm(join(dataDir, 'postgres', 'password'))
    await expect(startEmbeddedPostgres({ dataDir, log: quiet, settings })).rejects.toThrow(
      /lost its password .* start with an empty database/,
    )
    const lock = await lockDataDir(dataDir)
    lock.release()
  })

  it('reports the end of its log if it does not start', async () => {
    const failing = startEmbeddedPostgres({ dataDir, log: quiet, settings: { max_connections: 'many' } })
    await expect(failing).rejects.toThrow(/did not start; its log .*max_connections/)
  }, 30_000)

  it('runs with the data in a folder that its user cannot enter, as root', { skip: !isRoot }, async () => {
    await mkdir(dataDir, { mode: 0o700 })
    const server = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
    const place = JSON.parse(await readFile(join(dataDir, 'postgres', 'place.json'), 'utf8')) as {
      cluster: string
    }
    others.push(place.cluster)
    expect(place.cluster).toMatch(/^\/var\/lib\/strata\/[0-9a-f]{16}\/cluster$/)
    await query(server.url, 'create table kept as select 3 as x')
    await server.stop()
    const again = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
    expect(await query(again.url, 'select x from kept')).toEqual([{ x: 3 }])
    await again.stop()
    expect(await readFile(join(dirname(place.cluster), 'origin'), 'utf8')).toBe(
      `${join(dataDir, 'postgres')}\n`,
    )
    await rm(dirname(place.cluster), { recursive: true })
    await expect(startEmbeddedPostgres({ dataDir, log: quiet, settings })).rejects.toThrow(
      /no longer exists\. Restore it from a backup, or delete .* to start with an empty database/,
    )
    await rm(dataDir, { recursive: true })
    await mkdir(dataDir, { mode: 0o700 })
    const afresh = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
    others.push(JSON.parse(await readFile(join(dataDir, 'postgres', 'place.json'), 'utf8')).cluster)
    await expect(query(afresh.url, 'select x from kept')).rejects.toThrow('does not exist')
    await afresh.stop()
  })

  it('runs for an ordinary user', { skip: !isRoot }, async () => {
    await mkdir(dataDir)
    await chown(dataDir, 65_534, 65_534)
    const { child, url, rejection } = await elsewhere({ uid: 65_534, gid: 65_534 })
    expect(rejection).toBeNull()
    expect(await query(url, 'select 1 as x')).toEqual([{ x: 1 }])
    expect((await stat(join(dataDir, 'postgres', 'cluster'))).uid).toBe(65_534)
    child.kill('SIGTERM')
    expect(await gone(child)).toBe(0)
  })
})

describe('the lock of a data folder', () => {
  it('is re-entrant in one process and free after the last release', async () => {
    const [one, two] = [await lockDataDir(dataDir), await lockDataDir(dataDir)]
    const folder = privateFolder(dataDir)
    one.release()
    one.release()
    expect(await readdir(folder)).toEqual(['lock.sock'])
    two.release()
    await eventually(() => expect(readdir(folder)).rejects.toThrow('ENOENT'))
    ;(await lockDataDir(dataDir)).release()
  })
  it('takes over from a process that died', async () => {
    const path = join(privateFolder(dataDir), 'lock.sock')
    const dying = spawn(
      process.execPath,
      ['-e', `require('net').createServer().listen(${JSON.stringify(path)}, () => console.log('up'))`],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    children.push(dying)
    await new Promise((resolve) => dying.stdout.once('data', resolve))
    await expect(lockDataDir(dataDir)).rejects.toThrow('is in use by another running Strata')
    dying.kill('SIGKILL')
    await gone(dying)
    expect((await lstat(path)).isSocket()).toBe(true)
    ;(await lockDataDir(dataDir)).release()
  })
  it('is not placed in a folder planted by someone else', async () => {
    const folder = privateFolder(dataDir)
    await chmod(folder, 0o777)
    await expect(lockDataDir(dataDir)).rejects.toThrow('belongs to another user')
    await rm(folder, { recursive: true })
    await symlink(base, folder)
    await expect(lockDataDir(dataDir)).rejects.toThrow('belongs to another user')
    await rm(folder)
  })
})

describe("the libraries' links", () => {
  it('are created if the install script did not run', async () => {
    await mkdir(join(base, 'native', 'lib'), { recursive: true })
    await writeFile(join(base, 'native', 'lib', 'libx.so.1.2'), 'x')
    const links = ['libx.so', 'libx.so.1'].map((name) => ({
      source: 'native/lib/libx.so.1.2',
      target: `native/lib/${name}`,
    }))
    await writeFile(join(base, 'native', 'pg-symlinks.json'), JSON.stringify(links))
    await symlink('nowhere', join(base, 'native', 'lib', 'libx.so'))
    linkLibraries(join(base, 'native'))
    linkLibraries(join(base, 'native'))
    for (const name of ['libx.so', 'libx.so.1'])
      expect(await readFile(join(base, 'native', 'lib', name), 'utf8')).toBe('x')
  })
})
