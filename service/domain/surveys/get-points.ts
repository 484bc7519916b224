import { setImmediate } from 'node:timers/promises'
import type { Answer } from '#contract/endpoint.ts'
import type { getSurveyPoints } from '#contract/surveys/surveys.ts'
import { evenly } from '#common/evenly.ts'
import { eq } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import { files, surveys } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { loadPoints } from './load-points.ts'

type Points = Answer<typeof getSurveyPoints>

/** The clusters of a survey as GeoJSON: all, or at most `max`, evenly from the file. */
export async function getPoints(
  services: Pick<Services, 'db' | 'files'>,
  id: number,
  caller: Caller,
  max?: number,
): Promise<Points> {
  const [survey] = await services.db
    .select({
      id: surveys.id,
      columns: surveys.columns,
      reading: surveys.reading,
      remedies: surveys.remedies,
      key: files.key,
      name: files.name,
    })
    .from(surveys)
    .innerJoin(files, eq(files.id, surveys.file_id))
    .where(eq(surveys.id, id))
  if (!survey) throw new ServiceError('not-found', sentence`There is no survey ${id}.`)
  const points = await loadPoints(
    services,
    { file: survey, columns: survey.columns, remedies: survey.remedies, survey },
    caller,
  )
  const features: Points['features'] = []
  for (const i of evenly(points.cluster.length, max)) {
    if (features.length % 1000 === 999) await setImmediate()
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [points.longitude[i], points.latitude[i]] },
      properties: {
        cluster: points.cluster[i],
        numerator: points.numerator[i],
        denominator: points.denominator[i],
        value: points.numerator[i] / points.denominator[i],
        weight: points.weight?.[i] ?? null,
        stratum: points.stratum?.[i] ?? null,
        urban: points.urban?.[i] ?? null,
      },
    })
  }
  return { type: 'FeatureCollection', features }
}
