import { UNIT_FORMATS, type UnitFormat } from '#contract/jobs/job-units.ts'
import { and, asc, eq, sql } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { job_adm, places } from '../../db/schema.ts'
import { isBeyondLimits } from '../../isolation/child-failure.ts'
import { createFairSlots } from '../../isolation/fair-slots.ts'
import { runInChild } from '../../isolation/run-in-child.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { unitFigures } from './unit-figures.ts'
import type { UnitsTask } from './units-task.ts'

/** Two million positions take 2 s (GeoPackage) to 6 s (CSV) and up to 77 MiB. */
const LIMITS = { wallMs: 60_000, cpuMs: 40_000, memoryMiB: 1536, answerBytes: 192 * 2 ** 20 }

const slots = createFairSlots({
  slots: 2,
  perPerson: 1,
  waitingPerPerson: 5,
  busy: sentence`Your previous files of units are still being written. Try again in a few seconds.`,
})

/** A completed job's units with their figures and the outlines of its run; written in a child process. */
export async function getUnitsFile(
  { db, files }: Services,
  id: number,
  format: UnitFormat,
  { personId, signal }: Caller,
): Promise<{ name: string; mediaType: string; content: Buffer }> {
  const { job_key, computed_at, columns, rows, versions } = await unitFigures(db, files, id)
  const input: UnitsTask = { format, columns, rows, changed: computed_at.toISOString() }
  const work = async () =>
    runInChild<Uint8Array>({
      module: new URL('./units.child.ts', import.meta.url),
      input,
      content: await outlinesOf(db, id, versions),
      limits: LIMITS,
      signal,
    })
  const content = await slots.run(personId, work, signal).catch((error: unknown) => {
    if (!isBeyondLimits(error)) throw error
    throw new ServiceError(
      'invalid',
      sentence`The outlines of job ${id} are too detailed to be written in this form; download adm.csv and simplify the outlines.`,
    )
  })
  return {
    name: `${job_key ?? `job-${id}`}-units.${format}`,
    mediaType: UNIT_FORMATS[format].mediaType,
    content: Buffer.from(content),
  }
}

/** As the JSON that the database stores, one per line: parsing them would block everyone. */
async function outlinesOf(db: Executor, job: number, versions: readonly { level: number; id: number }[]) {
  const lines: string[] = []
  for (const version of versions) {
    const rows = await db
      .select({ geometry: sql<string>`${places.geometry}::text` })
      .from(job_adm)
      .innerJoin(places, and(eq(places.code, job_adm.code), eq(places.version_id, version.id)))
      .where(and(eq(job_adm.job_id, job), eq(job_adm.level, version.level)))
      .orderBy(asc(job_adm.position))
    for (const { geometry } of rows) lines.push(geometry)
  }
  return Buffer.from(lines.join('\n'))
}
