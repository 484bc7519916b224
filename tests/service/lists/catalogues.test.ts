import { CSV_READING } from '../../support/csv-reading.ts'
import { afterAll, beforeAll } from 'vitest'
import { listClients } from '#contract/projects/client-list.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { listProjects } from '#contract/projects/project-list.ts'
import { listSurveys } from '#contract/surveys/survey-list.ts'
import { listSurveyCoverage } from '#contract/surveys/surveys.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { POPULATION_CATEGORIES, listDatasets } from '#contract/rasters/worldpop-list.ts'
import { listDatasetCoverage } from '#contract/rasters/worldpop.ts'
import {
  assets,
  clients,
  countries,
  files,
  place_group_versions,
  project_members,
  projects,
  surveys,
  tags,
  worldpop_datasets,
} from '#service/db/schema.ts'
import { seeded } from '../../support/jobs/layer-fixture.ts'
import { describeList, picker } from '../../support/database/list-oracle.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

type Survey = typeof surveys.$inferSelect & { country: string; year: number | null }
type Dataset = typeof worldpop_datasets.$inferSelect & { country: string }
type Project = typeof projects.$inferSelect & { client: string | null; members: number[] }
let surveyFacts: Survey[]
let datasetFacts: Dataset[]
let tagFacts: (typeof tags.$inferSelect)[]
let clientFacts: (typeof clients.$inferSelect)[]
let versionFacts: (typeof place_group_versions.$inferSelect)[]
const projectFacts: Project[] = []
let service: TestService
let viewer: TestPerson
let member: TestPerson

/** By name in a different order from by code. */
const CODES = ['NGA', 'KEN', 'CIV', 'TGO']
const CATEGORIES = POPULATION_CATEGORIES
const WORDS = ['Zoo', 'zoo 100%', 'Äpfel', 'apfel', 'Birne']

beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  member = await service.logIn('staff')
  const { db } = service.services
  const { one, maybe, chance, int } = picker(seeded(61))
  const created_at = () => new Date(Date.UTC(2026, 6, int(1, 4)))
  const names = new Map((await db.select().from(countries)).map((row) => [row.iso3_code, row.name]))
  const [file] = await db
    .insert(files)
    .values({ key: 'points', name: 'points.csv', media_type: 'text/csv', size: 1, sha256: '0'.repeat(64) })
    .returning()

  const surveyRows = await db
    .insert(surveys)
    .values(
      Array.from({ length: 50 }, (_, i) => ({
        iso3_code: one(CODES),
        source: one(['DHS', 'mics', 'Census']),
        source_wave: one(['2018', '2021', 'VII']),
        source_date: maybe(['2019-12-31', '2020-01-01', '2024-07-01'], 0.5),
        // Unique with the rest.
        round: `${one(['r', 'R'])}${i % 5}`,
        target: `${one(['water', 'Water', 'zinc'])}${i}`,
        clusters: one([10, 200, 3000]),
        households: maybe([100, 20_000]),
        reading: CSV_READING,
        columns: {
          cluster: 'c',
          longitude: 'x',
          latitude: 'y',
          numerator: 'n',
          denominator: 'd',
        },
        simulated: chance(),
        file_id: file.id,
        created_at: created_at(),
      })),
    )
    .returning()
  surveyFacts = surveyRows.map((row) => ({
    ...row,
    country: names.get(row.iso3_code)!,
    year: row.source_date
      ? Number(row.source_date.slice(0, 4))
      : /^\d{4}$/.test(row.source_wave)
        ? Number(row.source_wave)
        : null,
  }))

  const made = await db
    .insert(files)
    .values(
      Array.from({ length: 40 }, (_, i) => ({
        key: `people-${i}`,
        name: 'p.tif',
        media_type: 'image/tiff',
        size: 1,
        sha256: '0'.repeat(64),
      })),
    )
    .returning()
  const assetRows = await db
    .insert(assets)
    .values(
      made.map(({ id }) => ({
        name: 'p.tif',
        file_id: id,
        width: 1,
        height: 1,
        affine: [1, 0, 0, 0, -1, 0],
        bounds: [0, 0, 1, 1],
      })),
    )
    .returning()
  const datasetRows = await db
    .insert(worldpop_datasets)
    .values(
      assetRows.map(({ id }, i) => ({
        iso3_code: one(CODES),
        year: one([2015, 2020, 2022]),
        category: one(CATEGORIES),
        // Unique with the rest.
        resolution: `${i + 1}${one(['m', 'km'])}`,
        constrained: chance(),
        un_adjusted: chance(),
        sha256: '0'.repeat(64),
        asset_id: id,
        created_at: created_at(),
      })),
    )
    .returning()
  datasetFacts = datasetRows.map((row) => ({ ...row, country: names.get(row.iso3_code)! }))

  tagFacts = await db
    .insert(tags)
    .values(WORDS.map((name) => ({ name })))
    .returning()
  clientFacts = await db
    .insert(clients)
    .values(WORDS.map((name) => ({ name })))
    .returning()
  for (let i = 0; i < 30; i++) {
    const client = maybe(clientFacts)
    const start = maybe(['2025-01-01', '2025-06-30'])
    const [row] = await db
      .insert(projects)
      .values({
        name: `${one(WORDS)} ${i % 7} ${'x'.repeat(i)}`,
        client_id: client?.id ?? null,
        status: one(['planned', 'active', 'paused', 'completed', 'cancelled']),
        start_date: start,
        end_date: maybe(['2025-06-30', '2026-01-01']),
        created_at: created_at(),
      })
      .returning()
    const members = [viewer.id, member.id].filter(() => chance(0.4))
    if (members.length > 0)
      await db.insert(project_members).values(members.map((user_id) => ({ project_id: row.id, user_id })))
    projectFacts.push({ ...row, client: client?.name ?? null, members })
  }
  versionFacts = await db
    .insert(place_group_versions)
    .values(
      CODES.flatMap((iso3_code, i) =>
        (['adm0', 'adm1', 'adm2'] as const).flatMap((place_type, level) =>
          ['2', '10', 'b', 'A'].map((version, at) => ({
            iso3_code,
            place_type,
            version,
            is_default: at === (i + level) % 5,
            active: (i + level + at) % 3 > 0 || at === (i + level) % 5,
          })),
        ),
      ),
    )
    .returning()
})
afterAll(() => service.close())

const at = (path: string) => (query: string) => service.inject({ url: path + query, headers: viewer.headers })

const surveyFilters = {
  id: [[() => `id=${surveyFacts[7].id}`, ({ id }: Survey) => id === surveyFacts[7].id]],
  iso3_code: [['iso3_code=ken&iso3_code=CIV', (one: Survey) => ['KEN', 'CIV'].includes(one.iso3_code)]],
  source: [['source=mics', ({ source }: Survey) => source === 'mics']],
  source_wave: [['source_wave=2021', (one: Survey) => one.source_wave === '2021']],
  round: [['round=r1&round=R2', ({ round }: Survey) => ['r1', 'R2'].includes(round)]],
  target: [
    [() => `target=${surveyFacts[3].target}`, ({ target }: Survey) => target === surveyFacts[3].target],
  ],
  year_from: [['year_from=2020', ({ year }: Survey) => year !== null && year >= 2020]],
  year_to: [['year_to=2020', ({ year }: Survey) => year !== null && year <= 2020]],
  simulated: [
    ['simulated=true', ({ simulated }: Survey) => simulated],
    ['simulated=false', ({ simulated }: Survey) => !simulated],
  ],
} as const
describeList<Survey>('the list of surveys', {
  endpoint: listSurveys,
  ask: at('/survey/v1/surveys'),
  facts: () => surveyFacts,
  idOf: ({ id }) => id,
  sorts: {
    id: ({ id }) => id,
    iso3_code: (one) => one.iso3_code,
    country: ({ country }) => country,
    source: ({ source }) => source,
    source_wave: (one) => one.source_wave,
    source_date: (one) => one.source_date,
    year: ({ year }) => year,
    round: ({ round }) => round,
    target: ({ target }) => target,
    clusters: ({ clusters }) => clusters,
    households: ({ households }) => households,
    created_at: (one) => one.created_at,
  },
  facets: {
    ask: at('/survey/v1/surveys/facets'),
    values: {
      iso3_code: (one) => [one.iso3_code],
      source: ({ source }) => [source],
      target: ({ target }) => [target],
      source_wave: (one) => [one.source_wave],
      round: ({ round }) => [round],
    },
  },
  filters: surveyFilters,
})

describeList<Dataset>('the list of population datasets', {
  endpoint: listDatasets,
  ask: at('/worldpop/v1/datasets'),
  facts: () => datasetFacts,
  idOf: ({ id }) => id,
  sorts: {
    id: ({ id }) => id,
    iso3_code: (one) => one.iso3_code,
    country: ({ country }) => country,
    year: ({ year }) => year,
    category: ({ category }) => category,
    resolution: ({ resolution }) => resolution,
    created_at: (one) => one.created_at,
  },
  facets: {
    ask: at('/worldpop/v1/datasets/facets'),
    values: {
      iso3_code: (one) => [one.iso3_code],
      year: ({ year }) => [year],
      category: ({ category }) => [category],
      resolution: ({ resolution }) => [resolution],
    },
  },
  filters: {
    id: [[() => `id=${datasetFacts[7].id}`, ({ id }) => id === datasetFacts[7].id]],
    iso3_code: [['iso3_code=tgo', (one) => one.iso3_code === 'TGO']],
    year: [['year=2015&year=2022', ({ year }) => year !== 2020]],
    category: [['category=births&category=other', ({ category }) => ['births', 'other'].includes(category)]],
    resolution: [
      [
        () => `resolution=${datasetFacts[2].resolution}`,
        (one) => one.resolution === datasetFacts[2].resolution,
      ],
    ],
    constrained: [
      ['constrained=true', ({ constrained }) => constrained],
      ['constrained=false', ({ constrained }) => !constrained],
    ],
    un_adjusted: [
      ['un_adjusted=true', (one) => one.un_adjusted],
      ['un_adjusted=false', (one) => !one.un_adjusted],
    ],
  },
})

describeList<(typeof tagFacts)[number]>('the list of tags', {
  endpoint: listTags,
  ask: at('/tags'),
  facts: () => tagFacts,
  idOf: ({ id }) => id,
  sorts: { name: ({ name }) => name, id: ({ id }) => id },
  filters: {
    name: [
      ['name=ZOO', ({ name }) => /zoo/i.test(name)],
      ['name=0%25', ({ name }) => name.includes('0%')],
    ],
  },
})

describeList<(typeof clientFacts)[number]>('the list of clients', {
  endpoint: listClients,
  ask: at('/projects/clients'),
  facts: () => clientFacts,
  idOf: ({ id }) => id,
  sorts: { name: ({ name }) => name, id: ({ id }) => id },
  filters: { name: [['name=bIR', ({ name }) => name === 'Birne']] },
})

describeList<Project>('the list of projects', {
  endpoint: listProjects,
  ask: at('/projects/'),
  facts: () => projectFacts,
  idOf: ({ id }) => id,
  sorts: {
    name: ({ name }) => name,
    id: ({ id }) => id,
    client_name: ({ client }) => client,
    status: ({ status }) => status,
    start_date: (one) => one.start_date,
    end_date: (one) => one.end_date,
    created_at: (one) => one.created_at,
  },
  facets: {
    ask: at('/projects/facets'),
    values: {
      client_id: (one) => [one.client_id],
      status: ({ status }) => [status],
      member: ({ members }) => members,
    },
  },
  filters: {
    name: [['name=100%25', ({ name }) => name.includes('100%')]],
    client_id: [[() => `client_id=${clientFacts[0].id}`, (one) => one.client_id === clientFacts[0].id]],
    status: [['status=paused&status=active', ({ status }) => ['paused', 'active'].includes(status)]],
    member: [
      [() => `member=${member.id}`, ({ members }) => members.includes(member.id)],
      [() => `member=${member.id}&member=${viewer.id}`, ({ members }) => members.length > 0],
    ],
  },
})

interface Cell {
  iso3_code: string
  country: string
  year: number | null
  count: number
  clusters: number
}
/** One per country and year. */
function covered(rows: readonly (Survey | Dataset)[]): Cell[] {
  const groups = Map.groupBy(rows, ({ iso3_code, year }) => `${iso3_code}${year ?? 9999}`)
  return [...groups.values()].map((group) => ({
    iso3_code: group[0].iso3_code,
    country: group[0].country,
    year: group[0].year,
    count: group.length,
    clusters: group.reduce((sum, one) => sum + ('clusters' in one ? one.clusters : 0), 0),
  }))
}
const cellId = ({ iso3_code, year }: Pick<Cell, 'iso3_code' | 'year'>) => `${iso3_code}${year ?? 9999}`
const cellSorts = {
  iso3_code: (cell: Cell) => cell.iso3_code,
  country: (cell: Cell) => cell.country,
  year: (cell: Cell) => cell.year,
}

describeList<Cell>('the coverage of surveys', {
  endpoint: { ...listSurveyCoverage, query: listSurveyCoverage.query.omit(omitted(surveyFilters)) },
  ask: at('/survey/v1/coverage'),
  facts: () => covered(surveyFacts),
  idOf: cellId,
  idOfRow: cellId,
  sorts: { ...cellSorts, surveys: ({ count }) => count, clusters: ({ clusters }) => clusters },
  filters: { iso3_code: [['iso3_code=KEN', (cell) => cell.iso3_code === 'KEN']] },
})
describeList<Cell>('the coverage of population datasets', {
  endpoint: { ...listDatasetCoverage, query: listDatasetCoverage.query.omit(datasetOmitted()) },
  ask: at('/worldpop/v1/coverage'),
  facts: () => covered(datasetFacts),
  idOf: cellId,
  idOfRow: cellId,
  sorts: { ...cellSorts, datasets: ({ count }) => count },
  filters: {
    iso3_code: [['iso3_code=KEN', (cell) => cell.iso3_code === 'KEN']],
    year: [['year=2020', ({ year }) => year === 2020]],
  },
})

/** The filters of the rows themselves are tested above; here those that match a whole cell. */
function omitted(_filters: typeof surveyFilters) {
  const { iso3_code: _kept, ...rest } = surveyFilters
  return Object.fromEntries(Object.keys(rest).map((name) => [name, true])) as Record<keyof typeof rest, true>
}
function datasetOmitted() {
  return { id: true, category: true, resolution: true, constrained: true, un_adjusted: true } as const
}

/** Inactive versions too, which the call leaves out by default. */
const versions = (path: string) => (query: string) =>
  at(path)(query.includes('active_only') ? query : `${query || '?'}${query ? '&' : ''}active_only=false`)
const TYPES = ['adm0', 'adm1', 'adm2']
describeList<(typeof versionFacts)[number]>('the list of place group versions', {
  endpoint: listPlaceGroupVersions,
  ask: versions('/place_group/versions'),
  facts: () => versionFacts,
  idOf: ({ id }) => id,
  sorts: {
    id: ({ id }) => id,
    iso3_code: (one) => one.iso3_code,
    place_type: (one) => TYPES.indexOf(one.place_type),
    version: ({ version }) => version,
  },
  facets: {
    ask: versions('/place_group/versions/facets'),
    values: { iso3_code: (one) => [one.iso3_code], place_type: (one) => [one.place_type] },
  },
  filters: {
    id: [
      [
        () => `id=${versionFacts[1]?.id}&id=${versionFacts[3]?.id}`,
        ({ id }) => id === versionFacts[1]?.id || id === versionFacts[3]?.id,
      ],
    ],
    iso3_code: [['iso3_code=ken', (one) => one.iso3_code === 'KEN']],
    place_type: [
      ['place_type=adm1', (one) => one.place_type === 'adm1'],
      ['place_type=adm1&place_type=adm2', (one) => one.place_type !== 'adm0'],
    ],
    default_only: [['default_only=true', (one) => one.is_default]],
    active_only: [['active_only=true', ({ active }) => active]],
  },
})
