/**
 * P7: a zip of 2 GiB and one of 1000 small files from the running service, compared with `zip -0` of the same files,
 * and the growth of the service's memory: node bench/zip-download.ts [GiB]
 */
import { execFileSync, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import pino from 'pino'
import { loadConfig } from '../app.config.ts'
import type { Services } from '../service/context.ts'
import { connect } from '../service/db/client.ts'
import { startEmbeddedPostgres } from '../launcher/embedded/start.ts'
import { migrate } from '../service/db/migrate.ts'
import * as t from '../service/db/schema.ts'
import { createSession } from '../tests/support/create-session.ts'
import { seedCountries } from '../service/domain/countries/seed.ts'
import { openFileStore } from '../service/files/open-file-store.ts'
import { SERVICE_FLAGS } from '../launcher/service-flags.ts'
import { storeFile } from '../tests/support/store-file.ts'
import { createApp } from '../service/http/app.ts'
import { allRoutes } from '../service/http/routes.ts'

const MIB = 2 ** 20
const TYPES = ['mean', 'lower', 'upper', 'sd', 'adm', 'clusters-cv', 'diagnostics', 'provenance']

function open(url: string, dataDir: string): Services {
  const config = loadConfig({ DATABASE_URL: url, DATA_DIR: dataDir, NODE_ENV: 'production' })
  const log = pino({ level: 'silent' })
  return { config, db: connect(url), files: openFileStore(config), log, queue: null as never }
}

async function serve(url: string, dataDir: string): Promise<void> {
  const { app } = await createApp(open(url, dataDir), { routes: allRoutes })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.((app.server.address() as { port: number }).port)
  process.once('disconnect', () => process.exit(0))
}

const block = randomBytes(MIB)
function* content(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= MIB) yield block.subarray(0, Math.min(left, MIB))
}

async function addJobs(services: Services, userId: number, count: number, bytes: number): Promise<number[]> {
  const { db } = services
  const ids: number[] = []
  let crc = 0
  for (const chunk of content(bytes)) crc = crc32(chunk, crc)
  const config = await storeFile(services, {
    name: 'c',
    mediaType: 'text/csv',
    content: Buffer.from('c'),
    createdBy: userId,
  })
  const [submission] = await db
    .insert(t.submissions)
    .values({ title: 'bench', app_user_id: userId, config_file_id: config.id })
    .returning()
  for (let i = 0; i < count; i++) {
    const about = {
      iso3_code: 'BEN',
      target: 't',
      source: 's',
      source_wave: 'w',
      round: '1',
      stack_name: 'b',
    }
    const [job] = await db
      .insert(t.jobs)
      .values({
        ...about,
        submission_id: submission.id,
        app_user_id: userId,
        config_row: i + 2,
        method: 'gp',
        layer: {} as never,
        status: 'completed',
      })
      .returning()
    for (const type of TYPES) {
      const file = await storeFile(services, {
        name: `${type}.tif`,
        mediaType: 'image/tiff',
        content: Readable.from(content(bytes)),
        createdBy: userId,
        folder: `jobs/${job.id}`,
      })
      await db.insert(t.job_outputs).values({ job_id: job.id, type, file_id: file.id })
      // As the worker does for the files that it stores.
      await db.insert(t.file_crcs).values({ file_id: file.id, crc32: crc })
    }
    ids.push(job.id)
  }
  return ids
}

const rssOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Processor time is less affected by other work on the machine than elapsed time. */
const ownMs = (pid: number) => {
  const [utime, stime] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13)
  return (Number(utime) + Number(stime)) * 10
}
/** The last line of the shell's `times`: minutes and seconds used by its children, user and system. */
const childrenMs = (said: string) =>
  said
    .trim()
    .split('\n')
    .at(-1)!
    .split(' ')
    .reduce(
      (sum, part) => sum + Number(part.split('m')[0]) * 60_000 + parseFloat(part.split('m')[1]) * 1000,
      0,
    )

function fetchAll(url: string): Promise<{ ms: number; firstMs: number; bytes: number }> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    get(url, (answer) => {
      let bytes = 0
      let firstMs = 0
      answer.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstMs = performance.now() - start
        bytes += chunk.length
      })
      answer.on('end', () => resolve({ ms: performance.now() - start, firstMs, bytes }))
    }).on('error', reject)
  })
}

async function measure(
  base: string,
  token: string,
  email: string,
  ids: number[],
  pid: number,
  paths: string[],
) {
  const asked = performance.now()
  const answer = await fetch(`${base}/api/v1/modeling/v1/jobs/download-zips`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ job_ids: ids, user_email: email }),
  })
  const made = (await answer.json()) as { url: string; size: number; files: number; detail?: string }
  if (!answer.ok) throw new Error(made.detail)
  console.log(
    `${made.files} files, ${(made.size / MIB).toFixed(0)} MiB; the link after ${Math.round(performance.now() - asked)} ms`,
  )
  const link = base + new URL(made.url).pathname
  const before = rssOf(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, rssOf(pid))), 20)
  for (const run of ['first', 'second', 'third', 'fourth', 'fifth']) {
    const used = ownMs(pid)
    const { ms, firstMs, bytes } = await fetchAll(link)
    const own = ownMs(pid) - used
    if (bytes !== made.size) throw new Error(`${bytes} bytes came of ${made.size}.`)
    const start = performance.now()
    const said = execFileSync('sh', ['-c', 'zip -0 -q - -@ | cat > /dev/null; times'], {
      input: paths.join('\n'),
      encoding: 'utf8',
    })
    const peer = performance.now() - start
    console.log(
      `  ${run}: ${Math.round(ms)} ms, first byte ${Math.round(firstMs)} ms; zip -0 ${Math.round(peer)} ms; ratio ${(ms / peer).toFixed(2)}; ` +
        `processor ${own} ms against ${Math.round(childrenMs(said))} ms`,
    )
  }
  clearInterval(watch)
  console.log(
    `  memory of the service: ${before.toFixed(0)} MiB before, at most ${most.toFixed(0)} MiB: +${(most - before).toFixed(0)} MiB`,
  )
}

async function main(gib: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'strata-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn: console.warn } })
  try {
    await migrate(server.url)
    const services = open(server.url, dataDir)
    await seedCountries(services.db)
    const email = 'bench@strata.example'
    const now = new Date()
    const [user] = await services.db
      .insert(t.users)
      .values({
        email,
        first_name: 'B',
        last_name: 'B',
        password_hash: '-',
        email_confirmed_at: now,
        admitted_at: now,
      })
      .returning()
    await services.db.insert(t.user_roles).values({ user_id: user.id, role: 'viewer' })
    const { token } = await createSession(services.db, { userId: user.id })
    const large = await addJobs(services, user.id, 1, (gib * 1024 * MIB) / TYPES.length)
    const small = await addJobs(services, user.id, 125, 64 * 1024)
    const pathsOf = async (ids: number[]) => {
      const { rows } = await services.db.$client.query<{ key: string }>(
        'select key from job_outputs join files on files.id = file_id where job_id = any($1)',
        [ids],
      )
      return rows.map(({ key }) => join(dataDir, 'files', key))
    }
    // Each in a newly started service: what it loads and compiles counts.
    for (const ids of [small, large]) {
      const child = fork(import.meta.filename, ['serve', server.url, dataDir], {
        env: { ...process.env, NODE_ENV: 'production' },
        execArgv: SERVICE_FLAGS,
      })
      const port = await new Promise<number>((resolve) =>
        child.once('message', (message) => resolve(Number(message))),
      )
      const ended = once(child, 'exit')
      await measure(`http://127.0.0.1:${port}`, token, email, ids, child.pid!, await pathsOf(ids))
      child.disconnect()
      await ended
    }
    await services.db.$client.end()
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

if (process.argv[2] === 'serve') await serve(process.argv[3], process.argv[4])
else await main(Number(process.argv[2] ?? 2))
