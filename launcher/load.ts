import { parseArgs } from 'node:util'
import { asc, eq } from '#drizzle'
import pino from 'pino'
import { loadConfig } from '../app.config.ts'
import { connect } from '../service/db/client.ts'
import { migrate } from '../service/db/migrate.ts'
import { user_roles } from '../service/db/schema.ts'
import { seedCountries } from '../service/domain/countries/seed.ts'
import { openFileStore } from '../service/files/open-file-store.ts'
import { answerInProcess } from '../service/tasks/answer-in-process.ts'
import { createQueue } from '../service/tasks/pg-boss-queue.ts'
import type { Queue } from '../service/tasks/queue.ts'
import { loadFolder } from '../service/load/load-folder.ts'
import { reasonOf } from '../service/reason-of.ts'
import { sentence } from '../service/sentence.ts'
import { ServiceError } from '../service/service-error.ts'
import { joinDatabase, ownDatabase } from './database.ts'

const USAGE = `Usage: npm run load -- FOLDER [--submit]

Loads a folder with a manifest.json: place groups, bands, collections, surveys.
  --submit   also sends the submissions of the manifest`

/** Loading alone queues nothing; a submission without --submit would be a bug. */
const noQueue: Queue = {
  send: () => Promise.reject(new Error('The queue is not open.')),
  ask: () => Promise.reject(new Error('The queue is not open.')),
  work: () => Promise.reject(new Error('The queue is not open.')),
  stop: () => Promise.resolve(),
}

async function load(folder: string, submit: boolean): Promise<void> {
  const config = loadConfig()
  const database = (await joinDatabase(config)) ?? (await ownDatabase(config))
  try {
    await migrate(database.url)
    const db = connect(database.url, { applicationName: 'strata-load', max: 4, statementTimeoutMs: 60_000 })
    const log = pino({ level: 'warn' })
    let queue = noQueue
    try {
      await seedCountries(db)
      const [admin] = await db
        .select({ id: user_roles.user_id })
        .from(user_roles)
        .where(eq(user_roles.role, 'admin'))
        .orderBy(asc(user_roles.user_id))
        .limit(1)
      if (!admin) {
        throw new ServiceError(
          'not-found',
          sentence`There is no account yet; run npm start once, then load the folder.`,
        )
      }
      if (submit) queue = await createQueue({ url: database.url, log, role: 'service' })
      const services = answerInProcess({ config, db, files: openFileStore(config), queue, log })
      const { added, already } = await loadFolder(services, folder, {
        actorId: admin.id,
        submit,
        say: (line) => console.log(`  ${line}`),
      })
      console.log(`${folder}: ${added} added, ${already} already there.`)
    } finally {
      await queue.stop()
      await db.$client.end()
    }
  } finally {
    await database.stop()
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { submit: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  })
  if (values.help || positionals.length !== 1) {
    console.error(USAGE)
    process.exitCode = values.help ? 0 : 2
  } else await load(positionals[0], values.submit)
} catch (error) {
  console.error(reasonOf(error))
  if (error instanceof ServiceError) {
    for (const one of (error.errors ?? []).slice(0, 20)) {
      console.error(`  ${one.row == null ? '' : `row ${one.row}: `}${one.message}`)
    }
  }
  process.exitCode = 1
}
