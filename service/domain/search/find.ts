import { SEARCH_MAX_RESULTS, type findRecords } from '#contract/search.ts'
import { isAdmin } from '#contract/accounts/owners.ts'
import type { Answer } from '#contract/endpoint.ts'
import { type SQL, and, desc, eq, inArray, isNotNull, like, or, sql } from '#drizzle'
import type { Actor } from '../../context.ts'
import type { Database, Executor } from '../../db/client.ts'
import { byText, contains } from '../../db/list-query.ts'
import { personName } from '../../db/person-name.ts'
import {
  assets,
  bands,
  collections,
  countries,
  jobs,
  products,
  projects,
  submissions,
  surveys,
  users,
  worldpop_datasets as datasets,
} from '../../db/schema.ts'
import { nameRuns } from '../../db/name-runs.ts'
import { codesNamed } from '../countries/names.ts'
import { type Kind, idIn, isIndexed, isIndexedKey, matches, withoutKind, wordsOf } from './words.ts'

/** One statement after the other: a search never holds more than one connection. */
export async function find(db: Database, actor: Actor, words: string): Promise<Answer<typeof findRecords>> {
  const of = (kind: Kind) => withoutKind(words, kind)
  return {
    jobs: await findJobs(db, of('job')),
    submissions: await findSubmissions(db, of('submission')),
    surveys: await findSurveys(db, of('survey')),
    rasters: await findRasters(db, of('raster')),
    bands: await findBands(db, of('band')),
    collections: await findNamed(db, collections, of('collection')),
    datasets: await findDatasets(db, of('dataset')),
    products: await findProducts(db, of('product')),
    projects: await findNamed(db, projects, of('project')),
    people: isAdmin(actor) ? await findPeople(db, words) : [],
  }
}

/** The record with this id, then those with these words: two statements, each answered by an index. */
async function byIdAndName<Row extends { id: number }>(
  id: number | null,
  hasId: (id: number) => PromiseLike<Row[]>,
  named: (() => PromiseLike<Row[]>) | undefined,
): Promise<Row[]> {
  const first = id === null ? [] : await hasId(id)
  const others = (await named?.()) ?? []
  return [...first, ...others.filter((row) => row.id !== first[0]?.id)].slice(0, SEARCH_MAX_RESULTS)
}

/** Frequent words are found among so many of the newest jobs. */
const NEWEST = 2000

const selectJobs = (db: Executor, where: SQL | undefined, order: SQL) =>
  db
    .select({
      id: jobs.id,
      // Never null: a job gets its key in the transaction that inserts it.
      job_key: sql<string>`${jobs.job_key}`,
      status: jobs.status,
    })
    .from(jobs)
    .where(where)
    .orderBy(order)
    .limit(SEARCH_MAX_RESULTS)

/**
 * The newest with these words. PostgreSQL takes words for independent, so for two frequent ones that never meet it
 * would read a million jobs, newest first. As expressions, the key and the order have no index: it reads the newest
 * 2000, by their submissions' titles too, and if they have too few, sorts what the index of words finds.
 */
async function findNamedJobs(db: Executor, words: string) {
  const isNew = sql`${jobs.id} > (select max(id) - ${NEWEST} from jobs)`
  const hasWords = matchesJob(words, sql`(${jobs.job_key} || '')`, titled)
  const newest = await selectJobs(db, and(isNew, hasWords), desc(jobs.id))
  if (newest.length === SEARCH_MAX_RESULTS) return newest
  const older = await selectJobs(db, matchesJob(words, jobs.job_key), sql`${jobs.id} + 0 desc`)
  const all = new Map([...newest, ...older].map((job) => [job.id, job]))
  return [...all.values()].slice(0, SEARCH_MAX_RESULTS)
}

async function findJobs(db: Executor, words: string) {
  const jobRows = await byIdAndName(
    idIn(words),
    (id) => selectJobs(db, eq(jobs.id, id), desc(jobs.id)),
    isIndexedKey(words) ? () => findNamedJobs(db, words) : undefined,
  )
  const names = await nameRuns(
    db,
    jobRows.map(({ id }) => id),
  )
  return jobRows.map((job) => ({ ...job, name: names.get(job.id) ?? job.job_key }))
}

const selectSubmissions = (db: Executor, where: SQL) =>
  db
    .select({ id: submissions.id, name: submissions.title })
    .from(submissions)
    .where(where)
    .orderBy(desc(submissions.id))
    .limit(SEARCH_MAX_RESULTS)

const findSubmissions = (db: Executor, words: string) =>
  byIdAndName(
    idIn(words),
    (id) => selectSubmissions(db, eq(submissions.id, id)),
    isIndexed(words) ? () => selectSubmissions(db, matches(submissions.title, words)) : undefined,
  )

function findSurveys(db: Executor, words: string) {
  const name = sql<string>`concat_ws(' ', ${countries.name}, '·', ${surveys.source}, ${surveys.source_wave}, '·',
    ${surveys.target})`
  return db
    .select({ id: surveys.id, name })
    .from(surveys)
    .innerJoin(countries, eq(countries.iso3_code, surveys.iso3_code))
    .where(matches(sql`concat_ws(' ', ${name}, ${surveys.iso3_code}, ${surveys.round})`, words))
    .orderBy(byText(countries.name), desc(surveys.id))
    .limit(SEARCH_MAX_RESULTS)
}

const titled = (word: string) =>
  sql`${jobs.submission_id} in (select ${submissions.id} from ${submissions} where ${contains(submissions.title, word)})`

/** Every word is in the job's key, or in a name of its country, with whose code the key begins, or found by `other`. */
function matchesJob(text: string, key: SQL | typeof jobs.job_key, other?: (word: string) => SQL): SQL {
  const ofWord = (word: string) => {
    const codes = isIndexed(word) ? codesNamed(word) : []
    return or(
      contains(key, word),
      ...codes.map((iso3) => like(key, `${iso3.toLowerCase()}-%`)),
      other?.(word),
    )
  }
  return and(...wordsOf(text).map(ofWord)) as SQL
}

/** Finds records of a table by its column `name`. */
const findNamed = (db: Executor, table: typeof collections | typeof projects, words: string) =>
  db
    .select({ id: table.id, name: table.name })
    .from(table as typeof collections)
    .where(matches(table.name, words))
    .orderBy(desc(table.id))
    .limit(SEARCH_MAX_RESULTS)

/** By the name, or by those of the country. */
function findBands(db: Executor, words: string) {
  const hasWord = (word: string) =>
    or(contains(bands.name, word), isIndexed(word) ? inArray(bands.iso3_code, codesNamed(word)) : undefined)
  return db
    .select({ id: bands.id, name: bands.name })
    .from(bands)
    .where(and(...wordsOf(words).map(hasWord)))
    .orderBy(desc(bands.id))
    .limit(SEARCH_MAX_RESULTS)
}

function findDatasets(db: Executor, words: string) {
  const category = sql`case ${datasets.category} when 'age_sex' then 'Age and sex' else initcap(${datasets.category}) end`
  const name = sql<string>`concat_ws(' ', ${countries.name}, '·', ${category}, ${datasets.year}, '·',
    ${datasets.resolution})`
  return db
    .select({ id: datasets.id, name })
    .from(datasets)
    .innerJoin(countries, eq(countries.iso3_code, datasets.iso3_code))
    .where(matches(sql`concat_ws(' ', ${name}, ${datasets.iso3_code}, 'worldpop')`, words))
    .orderBy(byText(countries.name), desc(datasets.id))
    .limit(SEARCH_MAX_RESULTS)
}

/** Checked-in rasters: the others are found as jobs. */
const findProducts = (db: Executor, words: string) =>
  db
    .select({
      id: products.id,
      name: products.title,
      asset_id: sql<number>`${products.asset_id}`,
      job_key: products.job_key,
    })
    .from(products)
    .where(
      and(
        isNotNull(products.asset_id),
        matches(sql`concat_ws(' ', ${products.title}, ${products.job_key})`, words),
      ),
    )
    .orderBy(desc(products.id))
    .limit(SEARCH_MAX_RESULTS)

const findRasters = (db: Executor, words: string) =>
  db
    .select({ id: assets.id, name: assets.name })
    .from(assets)
    .where(matches(assets.name, words))
    .orderBy(desc(assets.id))
    .limit(SEARCH_MAX_RESULTS)

const findPeople = (db: Executor, words: string) =>
  db
    .select({ id: users.id, name: personName, email: users.email })
    .from(users)
    .where(or(matches(personName, words), matches(users.email, words)))
    .orderBy(byText(personName), users.id)
    .limit(SEARCH_MAX_RESULTS)
