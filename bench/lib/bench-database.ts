import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeManyJobs } from '../../scripts/make-many-jobs.ts'
import { type Database, connect } from '../../service/db/client.ts'
import { startEmbeddedPostgres } from '../../launcher/embedded/start.ts'
import { migrate } from '../../service/db/migrate.ts'
import { seedCountries } from '../../service/domain/countries/seed.ts'
import { createSession } from '../../tests/support/create-session.ts'

/** A temporary PostgreSQL with all tables and the countries; deleted after `work`. */
export async function withDatabase(work: (url: string, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'strata-bench-'))
  // When started by root, the server runs as another user, who needs access.
  await chmod(dataDir, 0o755)
  const log = { info: () => {}, warn: (message: string) => process.stderr.write(`${message}\n`) }
  const server = await startEmbeddedPostgres({ dataDir, log })
  const leave = () => void end().finally(() => process.exit(1))
  const end = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  try {
    await migrate(server.url)
    const db = connect(server.url)
    await seedCountries(db)
    await db.$client.end()
    await work(server.url, dataDir)
  } finally {
    await end()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave)
  }
}

/** The database named in DATABASE_URL, which scripts/make-many-jobs.ts has filled, or a temporary one with JOBS jobs. */
export async function withManyJobs(work: (url: string) => Promise<void>): Promise<void> {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL)
  await withDatabase(async (url) => {
    await makeManyJobs(url, Number(process.env.JOBS ?? 1_000_000), 1)
    await work(url)
  })
}

/** Sessions of the people of `withManyJobs`: calls per person are limited. */
export async function tokensOfMany(db: Database): Promise<string[]> {
  const { rows } = await db.$client.query<{ id: number }>(
    `select id from users where email like 'many-%' limit 30`,
  )
  const sessions = await Promise.all(rows.map(({ id }) => createSession(db, { userId: id })))
  return sessions.map(({ token }) => token)
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const say = (line: string) => void process.stdout.write(`${line}\n`)

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]
}
export const median = (values: readonly number[]) => quantile(values, 0.5)

/** Ours and the peer's, measured in turn; the spread is that of the ratios of adjacent measurements. Returns both. */
export function sayRatio(
  what: string,
  unit: string,
  ours: readonly number[],
  peers: readonly number[],
): string {
  const ratios = ours.map((value, i) => value / peers[i])
  const figure = (value: number) => value.toFixed(value < 10 ? 2 : 0)
  const result =
    `${figure(median(ours))} ${unit} against ${figure(median(peers))} ${unit}, ratio ${median(ratios).toFixed(2)} ` +
    `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}, ${ours.length} rounds)`
  say(`${what}: ${result}`)
  return result
}

export const sayMachine = () =>
  say(
    `${cpus().length} × ${cpus()[0].model.trim()}, load ${loadavg()[0].toFixed(1)}, Node ${process.versions.node}`,
  )
