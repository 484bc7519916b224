import { CSV_READING } from '../../support/csv-reading.ts'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SurveyRemedy } from '#contract/surveys/remedies.ts'
import { countries, type PointsColumns, survey_clusters, surveys } from '#service/db/schema.ts'
import { createSurvey } from '#service/domain/surveys/create.ts'
import { loadPoints } from '#service/domain/surveys/load-points.ts'
import { type TestService, createTestService } from '../../support/service.ts'

const caller = { personId: null }
const header = 'id,lon,lat,cases,severe,people,weight,stratum,urban'
/** A blank line after the tenth cluster; the last id of a severe case is empty in `other`. */
const rows = Array.from({ length: 60 }, (_, i) =>
  [
    `c${i}`,
    1 + i / 100,
    7 - i / 90,
    i % 7,
    i % 5,
    10 + (i % 3) / 3,
    0.1 + i,
    i % 2 ? 'north' : '',
    1 + (i % 2),
  ].join(','),
)
const text = [header, ...rows.slice(0, 10), '', ...rows.slice(10)].join('\n')
const columns: PointsColumns = {
  cluster: 'id',
  longitude: 'lon',
  latitude: 'lat',
  numerator: 'cases',
  denominator: 'people',
  weight: 'weight',
  stratum: 'stratum',
  urban: 'urban',
}

let service: TestService
let id: number
let file: { key: string; name: string }

async function create(target: string, content: string) {
  const about = { iso3_code: 'TST', source: 'DHS', source_wave: '8', source_date: null, round: '1', target }
  const survey = await createSurvey(service.services, {
    ...about,
    columns,
    file: { name: 'points.csv', content: Buffer.from(content) },
    createdBy: null,
  })
  return survey.id
}

beforeAll(async () => {
  service = await createTestService()
  await service.services.db.insert(countries).values({ iso3_code: 'TST', name: 'Testland' })
  id = await create('water', text)
  const row = await service.services.db.query.surveys.findFirst({ where: eq(surveys.id, id) })
  const stored = await service.services.db.query.files.findFirst({
    where: (files) => eq(files.id, row!.file_id),
  })
  file = { key: stored!.key, name: stored!.name }
})
afterAll(() => service.close())

const load = (
  asked: PointsColumns,
  source = file,
  survey: number | null = id,
  remedies: SurveyRemedy[] = [],
) =>
  loadPoints(
    service.services,
    {
      file: source,
      columns: asked,
      remedies,
      survey: survey === null ? null : { id: survey, columns, remedies: [], reading: CSV_READING },
    },
    caller,
  )

describe('the clusters of a survey', () => {
  it('are stored as typed columns at import, and read without the file', async () => {
    const points = await load(columns, { key: 'there/is/no/such/file', name: 'points.csv' })
    expect(points.cluster).toEqual(rows.map((_, i) => `c${i}`))
    expect(Array.from(points.row.subarray(8, 12))).toEqual([10, 11, 13, 14])
    expect(points.longitude[1]).toBe(1.01)
    expect(points.latitude[1]).toBe(7 - 1 / 90)
    expect(points.denominator[1]).toBe(10 + 1 / 3)
    expect(points.weight![59]).toBe(59.1)
    expect(points.stratum!.slice(0, 2)).toEqual([null, 'north'])
    expect(points.urban!.slice(0, 2)).toEqual(['1', '2'])
  })
  it('are the same from the file, if a survey has none stored', async () => {
    expect(await load(columns, file, null)).toEqual(await load(columns))
  })
  it('come from the file if a layer reads other columns of it', async () => {
    const points = await load({ ...columns, numerator: 'severe' })
    expect(Array.from(points.numerator.subarray(0, 6))).toEqual([0, 1, 2, 3, 4, 0])
  })
  it('come from the file if a layer corrects its places in another way', async () => {
    const points = await load(columns, file, id, [{ remedy: 'swap', rows: [] }])
    expect([points.longitude[1], points.latitude[1]]).toEqual([7 - 1 / 90, 1.01])
    await expect(
      load(columns, { key: 'there/is/no/such/file', name: 'points.csv' }, id, [{ remedy: 'swap', rows: [] }]),
    ).rejects.toThrow()
  })
  it('have no optional column that was not requested', async () => {
    const { weight: _, stratum: __, urban: ___, ...needed } = columns
    expect(await load(needed)).toMatchObject({ weight: null, stratum: null, urban: null })
  })
  it('are deleted with their survey', async () => {
    const { db } = service.services
    const other = await create('toilets', text)
    await db.delete(surveys).where(eq(surveys.id, other))
    expect(await db.select().from(survey_clusters).where(eq(survey_clusters.survey_id, other))).toEqual([])
  })
})

describe('a points file that a layer cannot read', () => {
  it('names the row as the person sees it, and ids that repeat', async () => {
    await expect(load({ ...columns, cluster: 'stratum' })).rejects.toMatchObject({
      kind: 'invalid',
      message:
        "points.csv: the cluster ids of 29 rows repeat earlier ones: 'north' already appears in row 3.",
    })
    // The eleventh cluster is in row 13, after the blank line.
    await expect(load({ ...columns, longitude: 'id', cluster: 'lon' })).rejects.toThrow(
      'row 2: the longitude',
    )
    await expect(load({ ...columns, denominator: 'urban', numerator: 'severe' })).rejects.toThrow(
      'points.csv, row 4: the numerator 2 is above the denominator 1.',
    )
  })
  it('names a missing column', async () => {
    await expect(load({ ...columns, numerator: 'wasted' })).rejects.toThrow(
      "points.csv has no column 'wasted'.",
    )
  })
})
