import { asc, eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { survey_clusters } from '../../db/schema.ts'
import type { SurveyPoints } from './survey-points.ts'

/** Stores the validated clusters of a survey, one row each; in the transaction that catalogues it. */
export async function storePoints(tx: Executor, surveyId: number, points: SurveyPoints): Promise<void> {
  const list = (values: ArrayLike<unknown> | null) => sql.param(values ? Array.from(values) : [])
  await tx.execute(sql`
    insert into ${survey_clusters}
      (survey_id, row, cluster, longitude, latitude, numerator, denominator, weight, stratum, urban)
    select ${surveyId}, * from unnest(
      ${list(points.row)}::int[], ${list(points.cluster)}::text[],
      ${list(points.longitude)}::float8[], ${list(points.latitude)}::float8[],
      ${list(points.numerator)}::float8[], ${list(points.denominator)}::float8[],
      ${list(points.weight)}::float8[], ${list(points.stratum)}::text[], ${list(points.urban)}::text[])`)
}

/** A survey's stored clusters. */
export async function readStoredPoints(db: Executor, surveyId: number): Promise<SurveyPoints> {
  const rows = await db
    .select()
    .from(survey_clusters)
    .where(eq(survey_clusters.survey_id, surveyId))
    .orderBy(asc(survey_clusters.row))
  const numbers = (key: 'longitude' | 'latitude' | 'numerator' | 'denominator') =>
    Float64Array.from(rows, (row) => row[key])
  const [{ weight, urban }] = rows
  return {
    row: Uint32Array.from(rows, ({ row }) => row),
    cluster: rows.map(({ cluster }) => cluster),
    longitude: numbers('longitude'),
    latitude: numbers('latitude'),
    numerator: numbers('numerator'),
    denominator: numbers('denominator'),
    // Each of these columns has a value in every row or in none.
    weight: weight === null ? null : Float64Array.from(rows, (row) => row.weight!),
    stratum: rows.some(({ stratum }) => stratum !== null) ? rows.map(({ stratum }) => stratum) : null,
    urban: urban === null ? null : rows.map((row) => row.urban!),
  }
}
