import { createHash } from 'node:crypto'
import { writeXlsx } from 'hucre/xlsx'
import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { files, jobs, submissions, surveys } from '#service/db/schema.ts'
import { surveyYear } from '#service/domain/collections/choose-years.ts'
import { loadPoints } from '#service/domain/surveys/load-points.ts'
import { createPlaceGroup } from '#service/domain/place-groups/create.ts'
import { districts, points } from '../../fixtures/configuration/country-folder.ts'
import { stataFile } from '../../support/stata-file.ts'
import { CSV_READING } from '../../support/csv-reading.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { leftovers, post } from '../rasters/sending.ts'

const WORKBOOK = Buffer.from(
  await writeXlsx({
    sheets: [
      {
        name: 'Clusters',
        rows: points(200)
          .trim()
          .split('\n')
          .map((line, i) => line.split(',').map((cell) => (i === 0 ? cell : Number(cell)))),
      },
    ],
  }),
)

let service: TestService
const people = {} as Record<'viewer' | 'staff', TestPerson>
beforeAll(async () => {
  service = await createTestService()
  for (const role of ['viewer', 'staff'] as const) people[role] = await service.logIn(role)
  await createPlaceGroup(service.services, {
    iso3_code: 'TGO',
    place_type: 'adm1',
    version: '1',
    is_default: true,
    properties: { name: 'name', code: 'code' },
    file: { name: 'districts.geojson', content: Buffer.from(JSON.stringify(districts)) },
  })
})
afterAll(() => service.close())

const get = (url: string) => service.inject({ url, headers: people.viewer.headers })
const about = { iso3_code: 'TGO', source: 'DHS', source_wave: '2013', target: 'water', displacement: 'none' }
const send = (
  fields: Record<string, string> = {},
  content: string | Buffer = points(200),
  person: TestPerson | undefined = people.staff,
) =>
  post(service, person, '/survey/v1/surveys', { ...about, ...fields }, [
    { field: 'file', name: 'points.csv', content },
  ])
const count = async () => (await service.services.db.select().from(surveys)).length

describe('importing a survey', () => {
  it('validates the points and catalogues the survey', async () => {
    const fields = { source_date: '2014-02-01', households: '4000', note: 'A note', displacement: 'dhs' }
    const answer = await send(fields)
    expect(answer.statusCode).toBe(200)
    const { catalogued, clusters, findings, survey } = answer.json()
    expect([catalogued, clusters, findings]).toEqual([true, 200, []])
    expect(survey).toMatchObject({
      iso3_code: 'TGO',
      country: 'Togo',
      source: 'DHS',
      source_wave: '2013',
      source_date: '2014-02-01',
      year: 2014,
      round: '1',
      target: 'water',
      targets: ['water'],
      clusters: 200,
      households: 4000,
      simulated: false,
      note: 'A note',
      displacement: 'dhs',
      columns: { cluster: 'cluster', weight: 'weight' },
      file: { name: 'points.csv' },
      created_by: people.staff.id,
    })
    expect((await get(`/survey/v1/surveys/${survey.id}`)).json()).toEqual(survey)
  })
  it('asks whether the coordinates of a programme that usually displaces them are displaced', async () => {
    const { displacement: _, ...unsaid } = about
    const sent = await post(
      service,
      people.staff,
      '/survey/v1/surveys',
      { ...unsaid, target: 'unsaid', dry_run: 'true' },
      [{ field: 'file', name: 'points.csv', content: points(200) }],
    )
    expect(sent.json().findings).toEqual([
      {
        severity: 'warning',
        row: null,
        column: null,
        message:
          "the survey does not say whether its coordinates are displaced, as those of 'DHS' usually are.",
        help: expect.stringMatching(/^Give 'dhs' as its displacement, or 'none' if they are not/),
      },
    ])
    const other = await send({ target: 'unsaid', displacement: 'yes' })
    expect(other.statusCode).toBe(422)
  })
  it('reports every error at its row and column, and keeps nothing', async () => {
    const [before, left] = [await count(), await leftovers(service)]
    const wrong = points(60, (row, i) => {
      if (i === 1) row[1] = '50'
      if (i === 2) row[3] = '-1'
      if (i === 3) row[0] = '4'
      if (i === 5) row[4] = 'x'
    })
    const { catalogued, findings, survey } = (await send({ target: 'faulty' }, wrong)).json()
    expect([catalogued, survey]).toEqual([false, null])
    expect(findings.map((f: { row: number; column: string }) => [f.row, f.column])).toEqual([
      [2, 'longitude'],
      [3, 'numerator'],
      [5, 'cluster'],
      [6, 'denominator'],
    ])
    expect(findings[0].message).toMatch(/outside Togo/)
    expect(findings.every((f: { help: string }) => f.help.length > 5)).toBe(true)
    expect(await count()).toBe(before)
    expect(await leftovers(service)).toEqual(left)
  })
  it('counts errors beyond the maximum', async () => {
    const { findings } = (
      await send(
        { target: 'faulty' },
        points(100, (row) => (row[4] = '-2')),
      )
    ).json()
    expect(findings.at(-1)).toMatchObject({ row: null, message: expect.stringMatching(/^And \d+ more\.$/) })
  })
  it('accepts columns with other names, and says which are missing', async () => {
    const renamed = points(60).replace('cluster,longitude', 'id,lon')
    const missing = (await send({ target: 'renamed' }, renamed)).json()
    expect(missing.findings.map((f: { column: string }) => f.column)).toEqual(['cluster', 'longitude'])
    const { survey, findings } = (
      await send({ target: 'renamed', cluster: 'id', longitude: 'lon' }, renamed)
    ).json()
    expect(survey.columns).toMatchObject({ cluster: 'id', longitude: 'lon' })
    expect(findings).toEqual([
      {
        severity: 'warning',
        row: null,
        column: null,
        message: expect.stringMatching(/^60 clusters are few/),
      },
    ])
  })
  it('warns of an urban column that the model cannot use', async () => {
    const lines = points(200).trim().split('\n')
    const marked = (texts: (row: number) => string) =>
      lines.map((line, i) => `${line},${i === 0 ? 'setting' : texts(i + 1)}`).join('\n')
    const fields = { target: 'urban', urban: 'setting', dry_run: 'true' }
    const usable = (
      await send(
        fields,
        marked((row) => (row % 2 ? 'U' : 'R')),
      )
    ).json()
    expect(usable.findings).toEqual([])
    const { findings } = (
      await send(
        fields,
        marked((row) => (row === 4 ? 'peri-urban' : '1')),
      )
    ).json()
    expect(findings).toEqual([
      {
        severity: 'warning',
        row: 4,
        column: 'setting',
        message:
          "'peri-urban' is neither urban nor rural, so the urban column is not used; expected urban or rural, U or R, 1 or 0, or 1 or 2.",
        help: 'Correct the column, or leave it out.',
      },
    ])
  })
  it('warns of urban clusters without weights', async () => {
    const marked = points(200)
      .trim()
      .split('\n')
      .map((line, i) => [...line.split(',').slice(0, 5), i === 0 ? 'urban' : i % 2].join(','))
      .join('\n')
    const { findings } = (await send({ target: 'towns', dry_run: 'true' }, marked)).json()
    expect(findings).toEqual([
      {
        severity: 'warning',
        row: null,
        column: 'urban',
        message:
          'urban clusters are marked, but there are no weights, so the urban share of the people is not known.',
        help: "Send a file with weights, or give the share in the column 'urban_share' of each layer; 'sample' states that towns were not oversampled.",
      },
    ])
  })
  it('says that places are not checked while the country has no outlines', async () => {
    const { findings } = (await send({ iso3_code: 'GHA', dry_run: 'true' })).json()
    expect(findings).toEqual([
      {
        severity: 'warning',
        row: null,
        column: 'longitude',
        message: 'the places were not checked, because there are no outlines of Ghana.',
        help: "Import them on the screen 'Place Groups'; the page of the survey then checks the places.",
      },
    ])
  })
  it('only validates on request', async () => {
    const before = await count()
    expect((await send({ target: 'dry', dry_run: 'true' })).json()).toMatchObject({
      catalogued: false,
      clusters: 200,
      findings: [],
    })
    expect(await count()).toBe(before)
  })
  it('says on validation that the survey is in the catalogue, beside what is wrong with its rows', async () => {
    const { findings } = (
      await send(
        { source_date: '2014-02-01', dry_run: 'true' },
        points(200, (row) => (row[4] = '0')),
      )
    ).json()
    expect(findings[0]).toMatchObject({
      severity: 'error',
      row: null,
      message: expect.stringMatching(/is already in the catalogue\.$/),
      help: expect.stringMatching(/^Open it to compare/),
    })
    expect(findings.length).toBeGreaterThan(1)
  })
  it.each([
    ['the same survey again', { source_date: '2014-02-01' }, undefined, 409, /is already in the catalogue/],
    ['an unknown country', { iso3_code: 'XXX' }, undefined, 422, /'XXX' is not known/],
    ['no target', { target: '' }, undefined, 422, /target must be filled in/],
    ['another field', { clusters: '9' }, undefined, 422, /'clusters' is not known/],
    ['an empty file', {}, '', 422, /is empty/],
    ['a damaged workbook', {}, Buffer.from('PK\x03\x04\0\0[Content_Types].xml'), 422, /workbook is damaged/],
    ['a sheet that there is not', { sheet: 'Two' }, WORKBOOK, 422, /has no sheet 'Two'; it has Clusters\.$/],
    ['an encoding that there is not', { encoding: 'cp850' }, undefined, 422, /encoding/],
    ['a damaged Stata file', {}, Buffer.from('\x72\x02\x01\0\x09\0'), 422, /is a damaged Stata file: /],
    ['an old Stata file', {}, '<stata_dta><header>', 415, /of version 0; those of 114/],
    ['another encoding', {}, Buffer.from([0x61, 0xff, 0xfe, 0x62]), 422, /not UTF-8/],
  ])('rejects %s', async (_what, fields, content, status, sentence) => {
    const [before, left] = [await count(), await leftovers(service)]
    const answer = await send(fields as unknown as Record<string, string>, content)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().detail).toMatch(sentence)
    expect(await count()).toBe(before)
    expect(await leftovers(service)).toEqual(left)
  })
  it('says at the file what is wrong with it as a whole', async () => {
    const { detail, errors } = (await send({ dry_run: 'true' }, Buffer.from([0x61, 0xe9, 0x62]))).json()
    expect(errors).toEqual([{ field: 'file', message: detail }])
  })
  it('needs write access', async () => {
    expect((await send({}, undefined, people.viewer)).statusCode).toBe(403)
    expect((await post(service, undefined, '/survey/v1/surveys', {}, [])).statusCode).toBe(403)
  })
})

describe('a survey from a file of another form', () => {
  const clustersOf = async (id: number) => (await get(`/survey/v1/surveys/${id}/points`)).json().features
  it('may be a workbook, which is stored as it was sent and checked again by its sheet', async () => {
    const { survey, findings } = (await send({ target: 'workbook' }, WORKBOOK)).json()
    expect(findings).toEqual([])
    const reading = { format: 'xlsx', encoding: null, delimiter: null, decimal: 'point', people: null }
    expect(survey.reading).toEqual({ ...reading, sheet: 'Clusters', sheets: ['Clusters'] })
    expect(survey.file.sha256).toBe(createHash('sha256').update(WORKBOOK).digest('hex'))
    expect(await clustersOf(survey.id)).toHaveLength(200)
    expect((await get(`/survey/v1/surveys/${survey.id}/findings`)).json().content).toEqual([])
    const [stored] = await service.services.db
      .select()
      .from(files)
      .where(eq(files.sha256, survey.file.sha256))
    expect(stored?.media_type).toMatch(/spreadsheetml\.sheet$/)
    await service.services.db.execute(sql`delete from surveys where id = ${survey.id}`)
  })
  it('may be a Stata file', async () => {
    const content = stataFile(
      ['cluster', 'longitude', 'latitude', 'numerator', 'denominator'],
      points(200)
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').slice(0, 5).map(Number)),
    )
    const { survey, findings } = (await send({ target: 'stata' }, content)).json()
    expect(findings).toEqual([])
    expect(survey.reading).toMatchObject({ format: 'dta', encoding: 'windows-1252', delimiter: null })
    const [first] = await clustersOf(survey.id)
    const [cluster, longitude, latitude] = points(200).split('\n')[1]!.split(',')
    expect(first.geometry.coordinates).toEqual([Number(longitude), Number(latitude)])
    expect(first.properties.cluster).toBe(cluster)
    await service.services.db.execute(sql`delete from surveys where id = ${survey.id}`)
  })
  it('may have a row per person, which is added up to clusters, also when it is checked again', async () => {
    const lines = points(60).trim().split('\n').slice(1)
    const people = lines.flatMap((line) => {
      const [cluster, longitude, latitude] = line.split(',')
      return ['yes', 'no', 'no', "don't know"].map((text) => [cluster, longitude, latitude, text, 2e6].join())
    })
    const content = ['v001,longitude,latitude,h11,v005', ...people].join('\n')
    const fields = { target: 'people', rows: 'person', cluster: 'v001', numerator: 'h11', weight: 'v005' }
    const unsaid = await send(fields, content)
    expect(unsaid.statusCode).toBe(422)
    expect(unsaid.json().errors).toEqual([
      { field: 'case_values', message: expect.stringMatching(/^case_values must be filled in/) },
    ])
    const values = { case_values: 'yes', left_out_values: "don't know", weight_scale: '1000000' }
    const wrong = await send({ ...fields, ...values, case_values: 'ja' }, content)
    expect(wrong.json().errors).toEqual([
      {
        field: 'file',
        message: expect.stringMatching(
          /no row has 'ja' in the column 'h11'.* are 'no' \(120\), 'yes' \(60\)/,
        ),
      },
    ])
    const { survey, findings, clusters } = (await send({ ...fields, ...values }, content)).json()
    const sum = {
      severity: 'warning',
      row: null,
      column: 'h11',
      message:
        "240 rows are added up to 60 clusters: 'yes' (60) count as cases; 'no' (120) do not; 60 rows without an outcome are left out.",
    }
    expect(clusters).toBe(60)
    expect(findings).toContainEqual(sum)
    expect(survey.reading.people).toEqual({ ...values, weight_scale: 1_000_000 })
    expect(survey.columns).toMatchObject({ numerator: 'h11', denominator: 'denominator' })
    const [first] = await clustersOf(survey.id)
    expect(first.properties).toMatchObject({ numerator: 1, denominator: 3, weight: 2 })
    expect((await get(`/survey/v1/surveys/${survey.id}/findings`)).json().content).toContainEqual(sum)
    await service.services.db.execute(sql`delete from surveys where id = ${survey.id}`)
  })
  it('may have semicolons, decimal commas and an encoding that is chosen', async () => {
    const text = points(200, (row) => {
      for (const place of [1, 2, 5]) row[place] = row[place]!.replace('.', '~')
    })
    const content = Buffer.from(
      text
        .replaceAll(',', ';')
        .replaceAll('~', ',')
        .replaceAll('\n', ';Kpalimé\n')
        .replace('Kpalimé', 'stratum'),
      'latin1',
    )
    const fields = { target: 'commas', encoding: 'windows-1252' }
    const checked = (await send({ ...fields, dry_run: 'true' }, content)).json()
    expect(checked.reading).toEqual({
      ...CSV_READING,
      encoding: 'windows-1252',
      delimiter: 'semicolon',
      decimal: 'comma',
    })
    expect(
      (await send({ ...fields, dry_run: 'true', decimal: 'point' }, content)).json().findings[0],
    ).toMatchObject({
      severity: 'error',
      message: expect.stringMatching(/has a decimal comma, and so have 599 other cells/),
    })
    const { survey } = (await send(fields, content)).json()
    expect(survey.reading).toEqual(checked.reading)
    const [first] = await clustersOf(survey.id)
    const [, longitude, latitude] = text.split('\n')[1]!.replaceAll('~', '.').split(',')
    expect(first.geometry.coordinates).toEqual([Number(longitude), Number(latitude)])
    expect(first.properties.stratum).toBe('Kpalimé')
    expect((await get(`/survey/v1/surveys/${survey.id}/findings`)).json().content).toEqual([])
    await service.services.db.execute(sql`delete from surveys where id = ${survey.id}`)
  })
})

describe('a survey whose places are wrong as a whole', () => {
  const swapped = points(200, (row) => ([row[1], row[2]] = [row[2]!, row[1]!]))
  const fields = { target: 'swapped' }
  it('is one finding with a remedy, which is kept with the survey and leaves the file as it is', async () => {
    const before = await count()
    const { catalogued, findings } = (await send(fields, swapped)).json()
    expect(catalogued).toBe(false)
    expect(findings).toEqual([
      {
        severity: 'error',
        row: null,
        column: 'longitude',
        message: 'all 200 clusters fit Togo if longitude and latitude are swapped.',
        help: "Correct the file, or give the remedy 'swap': the file is then kept as it is, and read so.",
        remedy: 'swap',
      },
    ])
    expect(await count()).toBe(before)
    const { survey, ...answer } = (await send({ ...fields, remedies: 'swap' }, swapped)).json()
    expect(answer).toEqual({
      catalogued: true,
      clusters: 200,
      findings: [],
      reading: CSV_READING,
      remedies: [{ remedy: 'swap', rows: [] }],
    })
    expect(survey).toMatchObject({
      remedies: [{ remedy: 'swap', rows: [] }],
      columns: { longitude: 'longitude', latitude: 'latitude' },
      file: { sha256: createHash('sha256').update(swapped).digest('hex') },
    })
    const url = `/survey/v1/surveys/${survey.id}`
    expect((await get(url)).json()).toEqual(survey)
    expect((await get(`${url}/findings`)).json().content).toEqual([])
    const [longitude, latitude] = points(200).split('\n')[1]!.split(',').slice(1, 3).map(Number)
    const { features } = (await get(`${url}/points`)).json()
    expect(features[0].geometry.coordinates).toEqual([longitude, latitude])
    await service.services.db.execute(sql`delete from surveys where id = ${survey.id}`)
  })
  it('may leave out those outside, which is undone and done again; layers from before keep theirs', async () => {
    const about = { target: 'outside', remedies: ['leave-out-outside', 'number-ids'] }
    const text = points(200, (row, i) => {
      if (i > 3 && i < 7) row[1] = '50'
      if (i === 9) row[0] = '8'
    })
    const { survey, clusters } = (await send(about as never, text)).json()
    const remedies = [
      { remedy: 'leave-out-outside', rows: [5, 6, 7] },
      { remedy: 'number-ids', rows: [10] },
    ]
    expect([clusters, survey.clusters, survey.remedies]).toEqual([197, 197, remedies])
    const url = `/survey/v1/surveys/${survey.id}`
    const ids = async () =>
      (await get(`${url}/points`))
        .json()
        .features.map(({ properties }: { properties: { cluster: string } }) => properties.cluster)
    expect((await ids()).slice(2, 7)).toEqual(['3', '7', '8', '8-2', '10'])
    const change = (names: string[], person = people.staff) =>
      service.inject({
        method: 'PUT',
        url: `${url}/remedies`,
        headers: person.headers,
        payload: { remedies: names },
      })
    expect((await change(['number-ids'])).json()).toMatchObject({ clusters: 200, remedies: [remedies[1]] })
    expect((await ids()).slice(2, 5)).toEqual(['3', '4', '5'])
    expect((await get(`${url}/findings`)).json().content).toMatchObject([
      {
        rows: [5, 6, 7],
        message: expect.stringMatching(/^3 of 200 places lie outside Togo \([\d,]+–[\d,]+ km\)/),
        remedy: 'leave-out-outside',
      },
    ])
    const broken = await change([])
    expect([broken.statusCode, broken.json().detail]).toEqual([
      422,
      "points.csv, row 10: the cluster '8' already appears in row 9.",
    ])
    expect((await change(['number-ids'], people.viewer)).statusCode).toBe(403)
    expect((await change(['number-ids'], await service.logIn('staff'))).statusCode).toBe(403)
    const [row] = await service.services.db.select().from(surveys).where(eq(surveys.id, survey.id))
    const [file] = await service.services.db.select().from(files).where(eq(files.id, row!.file_id))
    expect((await change(['turn'])).statusCode).toBe(422)
    expect((await change(['number-ids', 'leave-out-outside'])).json().remedies).toEqual(remedies)
    const source = { file, columns: survey.columns, remedies: [remedies[1]], survey } as never
    expect((await loadPoints(service.services, source, { personId: null })).cluster).toHaveLength(200)
    await service.services.db.execute(sql`delete from surveys where id = ${survey.id}`)
  })
  it('rejects a remedy that there is not', async () => {
    const answer = await send({ ...fields, remedies: 'turn' }, swapped)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toMatch(/remedies/)
  })
})

describe('inspecting a points file', () => {
  const inspect = (fields: Record<string, string>, content: string, person = people.staff) =>
    post(service, person, '/survey/v1/inspections', fields, [{ field: 'file', name: 'points.csv', content }])
  const [, ...lines] = points(200, (row, i) => i > 3 && i < 7 && (row[1] = '50'))
    .trim()
    .split('\n')
  const header = 'v001;LONGNUM;LATNUM;NO_INF;NO_EXAM;v005'
  const text = [header, ...lines.map((line) => line.replaceAll(',', ';'))].join('\n')
  const guess = {
    cluster: 'v001',
    longitude: 'LONGNUM',
    latitude: 'LATNUM',
    numerator: 'NO_INF',
    denominator: 'NO_EXAM',
    weight: 'v005',
  }
  it('guesses columns, shows rows and points, and proposes remedies; nothing is stored', async () => {
    const [before, left] = [await count(), await leftovers(service)]
    const answer = (await inspect({ iso3_code: 'TGO' }, text)).json()
    expect(answer).toMatchObject({
      reading: { delimiter: 'semicolon' },
      header: header.split(';'),
      guess,
      clusters: 200,
      remedies: [],
      findings: [{ rows: [5, 6, 7], remedy: 'leave-out-outside' }],
    })
    expect(answer.rows).toHaveLength(10)
    expect(answer.rows[0]).toEqual({ row: 2, cells: lines[0]!.split(',') })
    expect(answer.points).toHaveLength(200)
    const [, longitude, latitude, numerator, denominator] = lines[0]!.split(',').map(Number)
    expect(answer.points[0]).toEqual({ row: 2, longitude, latitude, numerator, denominator })
    const fixed = (await inspect({ iso3_code: 'TGO', remedies: 'leave-out-outside' }, text)).json()
    expect(fixed).toMatchObject({
      clusters: 197,
      findings: [],
      remedies: [{ remedy: 'leave-out-outside', rows: [5, 6, 7] }],
    })
    expect(fixed.points.map(({ row }: { row: number }) => row).slice(2, 4)).toEqual([4, 8])
    expect(await count()).toBe(before)
    expect(await leftovers(service)).toEqual(left)
  })
  it('takes other columns than it guesses, and says which are missing', async () => {
    const other = (await inspect({ numerator: 'NO_EXAM' }, text)).json()
    expect(other.points[0].numerator).toBe(other.points[0].denominator)
    const missing = (await inspect({}, text.replace('LATNUM', 'north'))).json()
    expect(missing).toMatchObject({ points: [], findings: [{ column: 'latitude' }], clusters: 200 })
    expect((await inspect({ iso3_code: 'XXX' }, text)).statusCode).toBe(422)
    expect((await inspect({}, text, people.viewer)).statusCode).toBe(403)
    expect((await inspect({}, '')).json().errors).toMatchObject([{ field: 'file' }])
  })
  it.each<[string, string, object]>([
    ['cluster,longitude,latitude,numerator,denominator', '1,2,3,4,5', { numerator: 'numerator' }],
    [
      'psu,lon,lat,cases,n',
      '1,2,3,4,5',
      { cluster: 'psu', longitude: 'lon', latitude: 'lat', denominator: 'n' },
    ],
    ['psu,lon,long,lat', '1,2,3,4', { latitude: 'lat' }],
    ['psu,lon,long,lat', '1,east,3,4', { longitude: 'long' }],
    ['hv001,hv005,hv024,v025', '1,2,north,2', { weight: 'hv005', stratum: 'hv024', urban: 'v025' }],
    ['hv001,v025', '1,peri', { cluster: 'hv001' }],
  ])('guesses of %s with %s', async (names, row, found) => {
    const { guess: those } = (await inspect({}, `${names}\n${row}\n`)).json()
    expect(those).toMatchObject(found)
    if (names.includes('lon,long') && row === '1,2,3,4') expect(those).not.toHaveProperty('longitude')
    if (row === '1,peri') expect(those).not.toHaveProperty('urban')
  })
})

describe('the list of surveys', () => {
  beforeAll(async () => {
    await service.services.db.execute(sql`
      insert into surveys (iso3_code, source, source_wave, source_date, round, target, clusters, columns, reading, file_id, simulated)
      select iso3, source, wave, null, '1', target, 100, '{}', ${JSON.stringify(CSV_READING)}::jsonb, (select min(id) from files), true
      from (values ('KEN', 'MICS', '2000', 'water'), ('KEN', 'DHS', '2000', 'stunting'), ('KEN', 'DHS', '7', 'water'))
        as v (iso3, source, wave, target)`)
  })
  it.each([
    ['iso3_code=ken', 3],
    ['source=DHS', 4],
    ['source=DHS&source=MICS&iso3_code=KEN', 3],
    ['source_wave=2000', 2],
    ['round=2', 0],
    ['target=water', 3],
    ['year_from=2000&year_to=2000', 2],
    ['year_from=2001', 2],
    ['year_to=1999', 0],
    ['simulated=true', 3],
  ])('filters by %s', async (query, total) => {
    expect((await get(`/survey/v1/surveys?${query}`)).json().totalElements).toBe(total)
  })
  it.each([
    ['2018-03-01', '2017-18', 2018],
    [null, '2017-18', 2017],
    [null, '2017', 2017],
    [null, '20171', null],
    [null, '7', null],
    [null, 'MIS 2015', null],
  ])('takes the year of the date %s and the wave %s', async (date, wave, year) => {
    const { rows } = await service.services.db.execute(
      sql`select survey_year(${date}::date, ${wave}) as year`,
    )
    expect([rows[0]?.year, surveyYear(date, wave)]).toEqual([year, year])
  })
  it('sorts, pages and counts past the end', async () => {
    const years = (await get('/survey/v1/surveys?sort_by=year&sort_order=desc'))
      .json()
      .content.map((one: { year: number }) => one.year)
    expect(years).toEqual([2014, 2013, 2000, 2000, null])
    expect((await get('/survey/v1/surveys?skip=100')).json()).toEqual({ content: [], totalElements: 5 })
    expect((await get('/survey/v1/surveys?sort_by=file_id')).statusCode).toBe(422)
    expect((await get('/survey/v1/surveys/4242')).json().detail).toBe('There is no survey 4242.')
    expect((await service.inject({ url: '/survey/v1/surveys' })).statusCode).toBe(403)
  })
  it('returns the points as GeoJSON', async () => {
    const [survey] = (await get('/survey/v1/surveys?target=water&iso3_code=TGO')).json().content
    const { type, features } = (await get(`/survey/v1/surveys/${survey.id}/points`)).json()
    expect(type).toBe('FeatureCollection')
    expect(features).toHaveLength(200)
    const [, longitude, latitude, numerator, denominator, weight] = points(200)
      .split('\n')[1]
      .split(',')
      .map(Number)
    expect(features[0]).toEqual({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: {
        cluster: '1',
        numerator,
        denominator,
        value: numerator / denominator,
        weight,
        stratum: null,
        urban: null,
      },
    })
    const few = (await get(`/survey/v1/surveys/${survey.id}/points?max=3`)).json()
    expect(few.features).toEqual([features[0], features[66], features[133]])
    expect((await get(`/survey/v1/surveys/${survey.id}/points?max=900`)).json().features).toEqual(features)
    expect((await get(`/survey/v1/surveys/${survey.id}/points?max=0`)).statusCode).toBe(422)
    expect((await get('/survey/v1/surveys/4242/points')).statusCode).toBe(404)
  })
  it('reports coverage by country and year', async () => {
    const { content, totalElements } = (await get('/survey/v1/coverage')).json()
    expect(totalElements).toBe(4)
    expect(content[0]).toEqual({
      iso3_code: 'KEN',
      country: 'Kenya',
      year: 2000,
      surveys: 2,
      clusters: 200,
      sources: ['DHS', 'MICS'],
      targets: ['stunting', 'water'],
    })
    expect((await get('/survey/v1/coverage?target=stunting')).json().totalElements).toBe(1)
    expect((await get('/survey/v1/coverage?skip=50&sort_by=surveys')).json()).toEqual({
      content: [],
      totalElements: 4,
    })
    expect((await get('/survey/v1/coverage?sort_by=x')).statusCode).toBe(422)
    const sorted = (await get('/survey/v1/coverage?sort_by=year&sort_order=desc&limit=1')).json()
    expect([sorted.content[0].year, sorted.totalElements]).toEqual([2014, 4])
  })
})

describe('the page of a survey', () => {
  it('checks the stored points again, also against a changed outline', async () => {
    const { survey } = (await send({ target: 'rechecked' }, points(60))).json()
    const url = `/survey/v1/surveys/${survey.id}/findings`
    const { content, totalElements } = (await get(url)).json()
    expect(totalElements).toBe(1)
    expect(content).toEqual([
      {
        severity: 'warning',
        row: null,
        column: null,
        message: expect.stringMatching(/^60 clusters are few/),
      },
    ])
    expect((await get('/survey/v1/surveys/4242/findings')).statusCode).toBe(404)
    expect((await service.inject({ url })).statusCode).toBe(403)
  })
  it('lists the layers that were modelled from it, newest first', async () => {
    const { survey } = (await send({ target: 'layers' })).json()
    const url = `/survey/v1/surveys/${survey.id}/layers`
    expect((await get(url)).json()).toEqual({ content: [], totalElements: 0 })
    const { db } = service.services
    const [file] = await db.select({ id: files.id }).from(files).limit(1)
    const [submission] = await db
      .insert(submissions)
      .values({ title: 'Togo', app_user_id: people.staff.id, config_file_id: file.id })
      .returning({ id: submissions.id })
    const job = (status: string, at: string, of: object = {}) =>
      db.insert(jobs).values({
        submission_id: submission.id,
        app_user_id: people.staff.id,
        config_row: 2,
        stack_name: 'togo',
        method: 'gp',
        layer: { stack_version: 1 },
        status,
        iso3_code: 'TGO',
        target: 'layers',
        source: 'DHS',
        source_wave: '2013',
        round: '1',
        survey_id: survey.id,
        datetime_submitted: new Date(at),
        ...of,
      } as never)
    await job('completed', '2026-01-01T00:00:00Z', { final: true })
    await job('failed', '2026-01-02T00:00:00Z', { reason: 'Too few clusters.' })
    await job('completed', '2026-01-03T00:00:00Z', { survey_id: null })
    // A layer that names the survey's id may have another source.
    await job('completed', '2025-12-31T00:00:00Z', { source: 'Other' })
    const { content, totalElements } = (await get(url)).json()
    expect(totalElements).toBe(3)
    expect(content.map((one: { status: string }) => one.status)).toEqual(['failed', 'completed', 'completed'])
    expect((await get(`${url}?status=completed`)).json().totalElements).toBe(2)
    expect((await get(`${url}?final=false`)).json().totalElements).toBe(2)
    expect((await get(`${url}?limit=1&skip=1`)).json().content).toHaveLength(1)
    expect((await get(`${url}?sort_by=target`)).statusCode).toBe(422)
    expect((await get('/survey/v1/surveys/4242/layers')).statusCode).toBe(404)
    expect((await service.inject({ url })).statusCode).toBe(403)
  })
})
