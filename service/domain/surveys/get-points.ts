import { setImmediate } from 'node:timers/promises'
import type { Answer } from '#contract/endpoint.ts'
import type { getSurveyPoints } from '#contract/surveys.ts'
import { POINTS_MAX_BYTES } from '#contract/configuration-limits.ts'
import { eq } from 'drizzle-orm'
import type { Caller, Services } from '../../context.ts'
import { files, surveys } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { readPointsTable } from './read-points.ts'

type Points = Answer<typeof getSurveyPoints>

/** The clusters of a survey, read from its points file, which was judged when it came in. */
export async function getPoints(
  { db, files: store }: Pick<Services, 'db' | 'files'>,
  id: number,
  caller: Caller,
): Promise<Points> {
  const [survey] = await db
    .select({ columns: surveys.columns, key: files.key, name: files.name })
    .from(surveys)
    .innerJoin(files, eq(files.id, surveys.file_id))
    .where(eq(surveys.id, id))
  if (!survey) throw new ServiceError('not-found', `There is no survey ${id}.`)
  const table = await readPointsTable(
    await store.readAll(survey.key, { maxBytes: POINTS_MAX_BYTES }),
    survey.name,
    caller,
  )
  const { columns } = survey
  const at = (name: string | undefined) =>
    name === undefined ? undefined : table.column(table.header.indexOf(name))
  const cells = {
    cluster: at(columns.cluster),
    longitude: at(columns.longitude),
    latitude: at(columns.latitude),
    numerator: at(columns.numerator),
    denominator: at(columns.denominator),
    weight: at(columns.weight),
    stratum: at(columns.stratum),
    urban: at(columns.urban),
  }
  const features: Points['features'] = []
  for (const i of table.rows.keys()) {
    if (i % 1000 === 999) await setImmediate()
    const numerator = Number(cells.numerator?.[i])
    const denominator = Number(cells.denominator?.[i])
    const weight = cells.weight?.[i]
    features.push({
      type: 'Feature',
      geometry: {
        type: 'Point',
        coordinates: [Number(cells.longitude?.[i]), Number(cells.latitude?.[i])],
      },
      properties: {
        cluster: cells.cluster?.[i] ?? '',
        numerator,
        denominator,
        value: numerator / denominator,
        weight: weight === undefined ? null : Number(weight),
        stratum: cells.stratum?.[i] ?? null,
        urban: cells.urban?.[i] ?? null,
      },
    })
  }
  return { type: 'FeatureCollection', features }
}
