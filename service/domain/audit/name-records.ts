import { type SQL, type SQLWrapper, sql } from '#drizzle'
import { type RecordKind, recordOf } from '#contract/audit-record.ts'
import type { AuditEntry } from '#contract/audit.ts'
import type { Executor } from '../../db/client.ts'
import { nameRuns } from '../../db/name-runs.ts'
import { personName } from '../../db/person-name.ts'
import * as schema from '../../db/schema.ts'

type NamedKind = keyof typeof SOURCES

const { jobs, submissions, users } = schema
const countryOf = (iso3Code: SQLWrapper) =>
  sql`(select c.name from ${schema.countries} c where c.iso3_code = ${iso3Code})`

interface Source {
  from: { id: SQLWrapper } & SQLWrapper
  name: SQLWrapper
}

/** The table of each kind whose records have names, and what the screens call them. */
const SOURCES = {
  accessToken: named(schema.access_tokens),
  asset: named(schema.assets),
  band: named(schema.bands),
  client: named(schema.clients),
  collection: named(schema.collections),
  dataset: described(
    schema.worldpop_datasets,
    ({ iso3_code, year, resolution }) =>
      sql`${countryOf(iso3_code)} || ' ' || ${year} || ', ' || ${resolution}`,
  ),
  job: described(jobs, ({ id, job_key }) => sql`coalesce(${job_key}, ${id}::text)`),
  person: described(users, () => personName),
  placeGroup: described(
    schema.place_group_versions,
    ({ iso3_code, place_type, version }) =>
      sql`${countryOf(iso3_code)} || ' ' || ${place_type} || ' ' || ${version}`,
  ),
  product: described(schema.products, ({ title }) => title),
  project: named(schema.projects),
  submission: described(submissions, ({ title }) => title),
  survey: described(
    schema.surveys,
    ({ iso3_code, source, source_wave }) =>
      sql`${countryOf(iso3_code)} || ' ' || ${source} || ' ' || ${source_wave}`,
  ),
  tag: named(schema.tags),
  upload: named(schema.uploads),
  view: named(schema.saved_views),
} satisfies Partial<Record<RecordKind, Source>>

function described<T extends { id: SQLWrapper } & SQLWrapper>(from: T, nameOf: (from: T) => SQLWrapper) {
  return { from, name: nameOf(from) }
}
function named<T extends { id: SQLWrapper; name: SQLWrapper } & SQLWrapper>(from: T) {
  return described(from, ({ name }) => name)
}

const isId = (id: string) => /^[1-9]\d{0,8}$/.test(id)
const isUuid = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
const isIdOf = (kind: NamedKind, id: string) => (kind === 'upload' ? isUuid(id) : isId(id))

const isNamed = (kind: RecordKind): kind is NamedKind => Object.hasOwn(SOURCES, kind)

/** The record of an entry, if its kind has names. */
function namedRecordOf(entry: Stored): { kind: NamedKind; ids: readonly string[] } | null {
  const { kind, ids = [] } = recordOf(entry) ?? {}
  return kind !== undefined && isNamed(kind) ? { kind, ids } : null
}

/** What details mention, and its kind. */
const MENTIONED = { people: 'person', projects: 'project' } as const
const MENTION = /\b(people|projects):([1-9]\d{0,8})\b/g

const mentionedKind = (resource: string) => MENTIONED[resource as keyof typeof MENTIONED]

type Stored = Omit<AuditEntry, 'record_names' | 'run_name'>

/** Adds the current names of the records, and of the people and projects that details mention, in one statement. */
export async function nameRecords(db: Executor, entries: readonly Stored[]): Promise<AuditEntry[]> {
  const wanted = new Map<NamedKind, Set<string>>()
  const want = (kind: NamedKind, id: string) =>
    isIdOf(kind, id) && wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
  for (const entry of entries) {
    const record = namedRecordOf(entry)
    if (record) for (const id of record.ids) want(record.kind, id)
    for (const [, resource, id] of (entry.detail ?? '').matchAll(MENTION)) want(mentionedKind(resource), id)
  }
  const found = await findNames(db, wanted)
  const runs = await nameRuns(db, [...(wanted.get('job') ?? [])].map(Number))
  // The sender of an invalid call could have named anything, and a job has a key: these name themselves.
  const nameOf = (kind: NamedKind, id: string) =>
    isIdOf(kind, id) ? (found.get(`${kind} ${id}`) ?? null) : id
  const inWords = (kind: NamedKind, id: string) => {
    const name = nameOf(kind, id)
    return name === null ? `${kind} ${id}` : `${name} (${kind} ${id})`
  }
  return entries.map((entry) => {
    const record = namedRecordOf(entry)
    return {
      ...entry,
      record_names: record && record.ids.map((id) => nameOf(record.kind, id)),
      run_name: record?.kind === 'job' ? runs.get(Number(record.ids[0])) : undefined,
      detail:
        entry.detail?.replace(MENTION, (_, resource: string, id: string) =>
          inWords(mentionedKind(resource), id),
        ) ?? null,
    }
  })
}

async function findNames(
  db: Executor,
  wanted: ReadonlyMap<NamedKind, ReadonlySet<string>>,
): Promise<Map<string, string>> {
  const parts: SQL[] = [...wanted].map(([kind, ids]) => {
    const { from, name } = SOURCES[kind]
    const type = sql.raw(kind === 'upload' ? 'uuid[]' : 'int[]')
    return sql`select ${sql.raw(`'${kind}'`)} as kind, ${from.id}::text as id, ${name} as name
      from ${from} where ${from.id} = any(${sql.param([...ids])}::${type})`
  })
  if (parts.length === 0) return new Map()
  const { rows } = await db.execute<{ kind: string; id: string; name: string }>(
    sql.join(parts, sql` union all `),
  )
  return new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
}
