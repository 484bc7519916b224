import { CSV_READING } from '../../support/csv-reading.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listCountries } from '#contract/places/countries.ts'
import { FACETS } from '#contract/lists/facets.ts'
import * as lists from '#contract/surveys/survey-list.ts'
import type { Answer } from '#contract/endpoint.ts'
import { inspectSurvey } from '#contract/surveys/inspect-survey.ts'
import * as contract from '#contract/surveys/surveys.ts'
import type { Remedy } from '#contract/surveys/remedies.ts'
import { ApiError } from '~/api/api-error.ts'
import { openFilters } from '../support/open-filters.ts'
import { aSurvey, countries, points } from '../support/catalog-fakes.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { aJob, pageOf } from '../support/submission-fakes.ts'

const CATALOG = '/survey/catalog'
const coverage = (iso3_code: string, country: string, year: number | null) => ({
  iso3_code,
  country,
  year,
  surveys: 2,
  clusters: 200,
  sources: ['DHS'],
  targets: ['stunting'],
})

const anInspection: Answer<typeof inspectSurvey> = {
  reading: CSV_READING,
  header: ['cluster_id', 'indicator', 'samplesize', 'x', 'Y', 'z'],
  guess: {
    cluster: 'cluster_id',
    numerator: 'indicator',
    denominator: 'samplesize',
    longitude: 'x',
    latitude: 'Y',
  },
  rows: [{ row: 2, cells: ['1', '2', '3', '4', '5', '6'] }],
  clusters: 60,
  points: [],
  findings: [],
  remedies: [],
}

beforeEach(() => {
  resetApi(['staff'])
  answer(inspectSurvey, { ...anInspection, guess: {} })
  answer(listCountries, countries)
  answer(lists.listSurveys, pageOf([aSurvey(), aSurvey({ id: 5, iso3_code: 'KEN', country: 'Kenya' })], 12))
  answer(contract.getSurvey, aSurvey())
  answer(contract.getSurveyPoints, points)
  answer(
    contract.listSurveyCoverage,
    pageOf([
      coverage('NGA', 'Nigeria', 2018),
      coverage('BEN', 'Benin', 2014),
      coverage('BEN', 'Benin', null),
    ]),
  )
})

describe('the catalog', () => {
  test('shows title, breadcrumbs and quarter, and sends every filter', async () => {
    const router = routerAt(
      `${CATALOG}?iso3_code=NGA&source=DHS&target=stunting&year_from=2000&year_to=2020&round=1&simulated=false&sort_by=clusters`,
    )
    show(router)
    const table = within(await screen.findByRole('grid', { name: 'Surveys' }))
    expect(document.title).toMatch(/^Catalog/)
    expect(within(screen.getByRole('navigation', { name: 'Breadcrumbs' })).getByText('Survey')).toBeTruthy()
    expect(table.getAllByText('Q4 2018')).toHaveLength(2)
    expect(callsOf(lists.listSurveys)[0]?.query).toEqual({
      iso3_code: ['NGA'],
      source: ['DHS'],
      target: ['stunting'],
      year_from: 2000,
      year_to: 2020,
      round: ['1'],
      simulated: false,
      sort_by: 'clusters',
      sort_order: 'asc',
      limit: 10,
      skip: 0,
    })
    expect(screen.getByText('Year from: 2000')).toBeTruthy()
  })

  test('a filter without options offers the values that surveys have, and still takes others', async () => {
    answer(FACETS.listSurveys, pageOf([{ value: 'stunting', count: 1204 }]))
    const router = routerAt(`${CATALOG}?iso3_code=NGA&target=water`)
    show(router)
    await screen.findByRole('grid', { name: 'Surveys' })
    expect(callsOf(FACETS.listSurveys)).toEqual([])
    const filters = await openFilters()
    await userEvent.click(filters.getByRole('button', { name: /^Target/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^stunting, ?1,204$/ }))
    expect(callsOf(FACETS.listSurveys)).toEqual([{ query: { iso3_code: ['NGA'], field: 'target' } }])
    await userEvent.type(screen.getByRole('combobox', { name: 'Search Target' }), 'zinc{Enter}')
    await waitFor(() =>
      expect(router.state.location.href).toBe(
        `${CATALOG}?iso3_code=NGA&target=water&target=stunting&target=zinc`,
      ),
    )
    expect(callsOf(FACETS.listSurveys)).toHaveLength(1)
  })

  test('keeps the filters in the address from table to matrix and back', async () => {
    const router = routerAt(`${CATALOG}?iso3_code=NGA`)
    show(router)
    await screen.findByRole('grid', { name: 'Surveys' })
    await userEvent.click(screen.getByRole('link', { name: 'Matrix' }))
    const matrix = within(await screen.findByRole('table', { name: 'Surveys by country and year' }))
    expect(router.state.location.href).toBe(`${CATALOG}/matrix?iso3_code=NGA`)
    expect(callsOf(contract.listSurveyCoverage)[0]?.query).toMatchObject({ iso3_code: ['NGA'], limit: 1000 })
    // The years between are there, and say that they are gaps.
    expect(matrix.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Country',
      '2014',
      '2015',
      '2016',
      '2017',
      '2018',
      'No year',
    ])
    expect(matrix.getByText('Benin 2016: no surveys')).toBeTruthy()
    // The file has surveys, so the dialog counts surveys, not cells.
    await userEvent.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText(/^All 6 rows that match the filters/)
    await userEvent.keyboard('{Escape}')
    await userEvent.click(matrix.getByRole('link', { name: 'Nigeria 2018: 2 surveys, DHS' }))
    await waitFor(() =>
      expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=NGA&year_from=2018&year_to=2018`),
    )
    act(() => router.history.back())
    await waitFor(() => expect(router.state.location.pathname).toBe(`${CATALOG}/matrix`))
  })

  test('shows the clusters and countries of the page on the map and as a list', async () => {
    show(routerAt(`${CATALOG}/map`))
    const map = await screen.findByRole<HTMLImageElement>('img', { name: 'Map of the surveys' })
    await waitFor(() => expect(map.title).toBe('4 circles in 404,566'))
    const list = within(screen.getByRole('list', { name: 'Surveys on the map' }))
    expect(list.getAllByRole('link')).toHaveLength(2)
    expect(screen.getByText('rows 1–2 of 12')).toBeTruthy()
    expect(screen.getByText(/^4 of 2.778 clusters of 2 surveys\. /)).toBeTruthy()
    expect(callsOf(contract.getSurveyPoints).map(({ query }) => query)).toEqual([
      { max: 1000 },
      { max: 1000 },
    ])
  })

  test.each(['', '/map'])('a page past the end leads to the last one (%s)', async (mode) => {
    answer(lists.listSurveys, pageOf([], 12))
    const router = routerAt(`${CATALOG}${mode}?page=9`)
    show(router)
    expect(await screen.findByText('There is no page 9')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ page: 2 }))
  })

  test.each(['', '/map', '/matrix'])('says what belongs here if there is nothing yet (%s)', async (mode) => {
    answer(lists.listSurveys, pageOf([]))
    answer(contract.listSurveyCoverage, pageOf([]))
    show(routerAt(`${CATALOG}${mode}`))
    expect(await screen.findByText('No surveys yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Import survey' })).toBeTruthy()
  })

  test.each(['', '/map', '/matrix'])('shows an error and retries it (%s)', async (mode) => {
    const fail = () => {
      throw new ApiError(503, 'The database is busy.')
    }
    answer(lists.listSurveys, fail)
    answer(contract.listSurveyCoverage, fail)
    show(routerAt(`${CATALOG}${mode}`))
    expect(await screen.findByText('The database is busy.')).toBeTruthy()
    answer(lists.listSurveys, pageOf([]))
    answer(contract.listSurveyCoverage, pageOf([]))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No surveys yet')).toBeTruthy()
  })

  test('shows NotFound for another mode; the menu links to the table', async () => {
    show(routerAt(`${CATALOG}/globe`))
    expect(await screen.findByText('Page not found')).toBeTruthy()
    const bar = document.querySelector('[data-part=route-title]')!
    expect([bar.textContent, bar.querySelector('svg')?.classList.contains('lucide-compass')]).toEqual([
      'Not Found',
      true,
    ])
    expect(screen.queryByRole('navigation', { name: 'Breadcrumbs' })).toBeNull()
    const entry = screen.getAllByRole('link', { name: 'Survey Catalog' })[0]
    expect(entry?.getAttribute('href')).toBe(CATALOG)
  })

  test('offers viewers no changes', async () => {
    resetApi(['viewer'])
    answer(lists.listSurveys, pageOf([aSurvey()]))
    show(routerAt(CATALOG))
    await screen.findByRole('grid', { name: 'Surveys' })
    expect(screen.queryByRole('link', { name: 'Import survey' })).toBeNull()
  })
})

describe('the page of a survey', () => {
  test('shows metadata, clusters, findings and layers', async () => {
    answer(
      contract.listSurveyFindings,
      pageOf([{ severity: 'warning' as const, row: null, column: null, message: '60 clusters are few.' }]),
    )
    answer(contract.listSurveyLayers, pageOf([aJob({ id: 42, final: true })]))
    show(routerAt(`${CATALOG}/survey/3`))
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
      'Nigeria · DHS 2018 · stunting',
    )
    expect(screen.getByText('longitude: lon')).toBeTruthy()
    expect(screen.queryByText('Remedies')).toBeNull()
    expect(
      (await screen.findByRole<HTMLImageElement>('img', { name: 'Map of the clusters of Nigeria' })).title,
    ).toMatch(/^2 circles/)
    expect(
      screen.getByText(
        /^2 of 1.389 clusters are drawn, evenly from the file\. Hover over one for its value, or move the map by keyboard until it is at the centre\.$/,
      ),
    ).toBeTruthy()
    expect(
      screen.getByText('Share of respondents in the 2 clusters drawn; larger circles have more'),
    ).toBeTruthy()
    expect(callsOf(contract.getSurveyPoints)[0].query).toEqual({ max: 10_000 })
    // As in reports: shares of 4 of 10 and 9 of 30 respondents, together 13 of 40.
    for (const share of ['30.0 %', 'mean 32.5 %', '40.0 %']) expect(screen.getByText(share)).toBeTruthy()
    fireEvent.click(screen.getByRole('img', { name: 'Map of the clusters of Nigeria' }))
    expect(screen.getByText('Cluster 1: 40.0 % (4 of 10)')).toBeTruthy()
    expect(await screen.findByText('60 clusters are few.')).toBeTruthy()
    expect((await screen.findByRole('link', { name: /r1-42$/ })).getAttribute('href')).toBe(
      '/spatial-catalog/report/ben-stunting-dhs-2018-r1-42',
    )
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    expect(crumbs.getByRole('link', { name: 'Catalog' }).getAttribute('href')).toBe(CATALOG)
  })

  test('shows how the places of its file are corrected', async () => {
    answer(
      contract.getSurvey,
      aSurvey({ remedies: [{ remedy: 'leave-out-outside', rows: [2, 3, 5, 7, 11, 13, 17] }] }),
    )
    show(routerAt(`${CATALOG}/survey/3`))
    expect(
      await screen.findByText('Clusters outside the country are left out: rows 2, 3, 5, 7, 11 and 2 more'),
    ).toBeTruthy()
  })

  test('a finding of its places is resolved by one button, which can be undone', async () => {
    const found = {
      severity: 'error' as const,
      row: null,
      rows: [2, 3],
      column: 'longitude',
      message: '2 of 200 places lie outside Nigeria (17–60 km); at most 10 km are allowed.',
      remedy: 'leave-out-outside' as const,
    }
    const done = aSurvey({ remedies: [{ remedy: 'leave-out-outside', rows: [2, 3] }], clusters: 198 })
    answer(contract.listSurveyFindings, pageOf([found]))
    answer(contract.changeSurveyRemedies, ({ body }: { body: { remedies: string[] } }) => {
      const is = body.remedies.length > 0
      answer(contract.getSurvey, is ? done : aSurvey())
      answer(contract.listSurveyFindings, pageOf(is ? [] : [found]))
      return is ? done : aSurvey()
    })
    show(routerAt(`${CATALOG}/survey/3`))
    expect(await screen.findByText(/^Rows 2, 3, column longitude/)).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Leave them out' }))
    expect(callsOf(contract.changeSurveyRemedies).at(-1)).toMatchObject({
      params: { id: 3 },
      body: { remedies: ['leave-out-outside'] },
    })
    expect(await screen.findByText('The survey has 198 clusters now.')).toBeTruthy()
    await userEvent.click(
      await screen.findByRole('button', {
        name: 'Undo: Clusters outside the country are left out: rows 2, 3',
      }),
    )
    await screen.findByRole('button', { name: 'Leave them out' })
    fail(contract.changeSurveyRemedies, new ApiError(422, 'points.csv: the clusters are too few.'))
    await userEvent.click(screen.getByRole('button', { name: 'Leave them out' }))
    expect(await screen.findByText('points.csv: the clusters are too few.')).toBeTruthy()
  })

  test('who may not change a survey sees its findings and remedies without buttons', async () => {
    resetApi(['viewer'])
    answer(contract.getSurvey, aSurvey({ remedies: [{ remedy: 'swap', rows: [] }] }))
    answer(
      contract.listSurveyFindings,
      pageOf([
        { severity: 'error' as const, row: null, column: null, message: 'No.', remedy: 'swap' as const },
      ]),
    )
    show(routerAt(`${CATALOG}/survey/3`))
    await screen.findByText('Longitude and latitude are swapped')
    await screen.findByText('No.')
    expect(screen.queryByRole('button', { name: /^(Undo|Swap)/ })).toBeNull()
  })

  test.each([
    ['dhs', 'Displaced as DHS does: up to 2 km in towns, 5 km in the country'],
    ['none', 'Not displaced'],
    [null, 'Not known whether displaced'],
  ] as const)('shows whether its coordinates are displaced: %s', async (displacement, words) => {
    answer(contract.getSurvey, aSurvey({ displacement }))
    show(routerAt(`${CATALOG}/survey/3`))
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test.each(['4242', 'junk'])('says that the survey at %s does not exist', async (id) => {
    answer(contract.getSurvey, () => {
      throw new ApiError(404, 'There is no survey 4242.')
    })
    show(routerAt(`${CATALOG}/survey/${id}`))
    expect(await screen.findByText('This survey does not exist')).toBeTruthy()
  })
})

describe('deleting a survey', () => {
  const NAME = 'Nigeria · DHS 2018 · stunting'
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const confirm = async (dialog: HTMLElement) => {
    const button = within(dialog).getByRole('button', { name: 'Delete the survey' })
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    await userEvent.click(button)
  }
  const gone = new ApiError(404, 'There is no survey 3.')

  test('removes an unused one after confirmation; Back says that it does not exist', async () => {
    const message = 'The survey of stunting from DHS 2018, round 1, of Nigeria was deleted.'
    answer(contract.deleteSurvey, () => {
      fail(contract.getSurvey, gone)
      answer(lists.listSurveys, pageOf([]))
      return { msg: message }
    })
    const router = routerAt(CATALOG)
    show(router)
    await screen.findByRole('grid', { name: 'Surveys' })
    await act(() => router.navigate({ to: '/survey/catalog/survey/$id', params: { id: '3' } }))
    await open()
    await confirm(await screen.findByRole('dialog', { name: `Delete ${NAME}?` }))
    expect(await screen.findByText(message)).toBeTruthy()
    await waitFor(() => expect(router.state.location.pathname).toBe(CATALOG))
    expect(await screen.findByText('No surveys yet')).toBeTruthy()
    expect(callsOf(contract.deleteSurvey)).toEqual([{ params: { id: 3 } }])
    act(() => router.history.back())
    expect(await screen.findByText('This survey does not exist')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: NAME })).toBeNull()
  })

  test('names the layers that use it, and how many, and offers no deletion', async () => {
    const jobs = [42, 41, 40, 39, 38, 37].map((id) => aJob({ id }))
    answer(contract.listSurveyLayers, pageOf(jobs, 1204))
    show(routerAt(`${CATALOG}/survey/3`))
    await open()
    const dialog = within(await screen.findByRole('dialog', { name: `${NAME} is in use` }))
    expect(dialog.getByText(/^1.204 layers use it\./)).toBeTruthy()
    const uses = within(dialog.getByRole('list', { name: 'Where it is used' }))
    expect(uses.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      [42, 41, 40, 39, 38].map((id) => `/spatial-catalog/report/ben-stunting-dhs-2018-r1-${id}`),
    )
    expect(uses.getByText(/^and 1.199 more$/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Delete the survey' })).toBeNull()
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0]!)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(callsOf(contract.deleteSurvey)).toEqual([])
  })

  test('shows why it failed and stays; a layer that came in between is named', async () => {
    const router = routerAt(`${CATALOG}/survey/3`)
    show(router)
    fail(contract.deleteSurvey, new ApiError(503, 'The database is busy.'))
    await open()
    const dialog = await screen.findByRole('dialog', { name: `Delete ${NAME}?` })
    await confirm(dialog)
    expect(await within(dialog).findByText('The database is busy.')).toBeTruthy()
    expect(router.state.location.pathname).toBe(`${CATALOG}/survey/3`)
    answer(contract.deleteSurvey, () => {
      answer(contract.listSurveyLayers, pageOf([aJob({ id: 42 })]))
      throw new ApiError(409, 'The survey is used by 1 layer.')
    })
    await confirm(dialog)
    const used = within(await screen.findByRole('dialog', { name: `${NAME} is in use` }))
    expect(used.getByText(/^1 layer uses it\./)).toBeTruthy()
    expect(used.getByRole('link', { name: /r1-42$/ })).toBeTruthy()
  })

  test('is not possible while its uses are unknown', async () => {
    fail(contract.listSurveyLayers, new ApiError(503, 'The layers are not available.'))
    show(routerAt(`${CATALOG}/survey/3`))
    await open()
    const dialog = within(await screen.findByRole('dialog', { name: `Delete ${NAME}?` }))
    expect(await dialog.findByText('The layers are not available.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Delete the survey' })).toHaveProperty('disabled', true)
  })

  test.each([
    ['a viewer', ['viewer'], 1, false],
    ['another person', ['staff'], 2, false],
    ['an admin', ['admin'], 2, true],
    ['an admin, if nobody imported it', ['admin'], null, true],
  ] as const)('is offered to its importer and admins: %s', async (_who, roles, created_by, offered) => {
    resetApi([...roles])
    answer(contract.getSurvey, aSurvey({ created_by }))
    answer(contract.getSurveyPoints, points)
    show(routerAt(`${CATALOG}/survey/3`))
    await screen.findByRole('heading', { level: 1, name: NAME })
    expect(screen.queryByRole('button', { name: 'Delete' }) !== null).toBe(offered)
  })
})

describe('importing', () => {
  const file = () => new File(['cluster,longitude\n'], 'points.csv', { type: 'text/csv' })
  const fill = async () => {
    await userEvent.upload(await screen.findByLabelText(/^Choose the points file/), file())
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'NGA')
    await userEvent.type(screen.getByLabelText('Target'), 'stunting')
    await userEvent.type(screen.getByLabelText('Source'), 'DHS')
    await userEvent.type(screen.getByLabelText('Source wave'), '2018')
  }

  test('marks empty fields and lists them in a summary; sends nothing', async () => {
    show(routerAt(`${CATALOG}/import`))
    await userEvent.click(await screen.findByRole('button', { name: 'Import survey' }))
    const summary = within(await screen.findByRole('alert'))
    expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Points file',
      'Country',
      'Target',
      'Source',
      'Source wave',
    ])
    expect(screen.getByLabelText('Target').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Choose the points file.')).toBeTruthy()
    expect(callsOf(contract.importSurvey)).toEqual([])
    await userEvent.type(screen.getByLabelText('Target'), 's')
    expect(screen.getByLabelText('Target').getAttribute('aria-invalid')).toBeNull()
  })

  test('a check shows every finding by row and column and stores nothing; the import opens the survey', async () => {
    const router = routerAt(`${CATALOG}/import`)
    show(router)
    await fill()
    answer(contract.importSurvey, {
      catalogued: false,
      clusters: 60,
      reading: CSV_READING,
      survey: null,
      remedies: [],
      findings: [
        {
          severity: 'error',
          row: 3,
          column: 'numerator',
          message: 'the numerator -1 is below 0.',
          help: 'Correct it.',
        },
      ],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
    const findings = within(await screen.findByRole('list', { name: 'Findings' }))
    expect(findings.getByRole('listitem').textContent).toBe(
      'ErrorRow 3, column numerator: the numerator -1 is below 0.Correct it.',
    )
    expect(screen.getByText('This survey cannot be imported yet')).toBeTruthy()
    expect(callsOf(contract.importSurvey).at(-1)?.body).toEqual({
      iso3_code: 'NGA',
      target: 'stunting',
      source: 'DHS',
      source_wave: '2018',
      round: '1',
      simulated: false,
      dry_run: true,
    })
    answer(contract.importSurvey, {
      catalogued: true,
      clusters: 200,
      findings: [],
      reading: CSV_READING,
      remedies: [],
      survey: aSurvey(),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Import survey' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`${CATALOG}/survey/3`))
    expect(callsOf(contract.importSurvey).at(-1)?.body).toMatchObject({ dry_run: false })
    expect(await screen.findByText('Imported Nigeria · DHS 2018 · stunting')).toBeTruthy()
  })

  test('a row may be a person: the values that count as cases are asked and sent', async () => {
    show(routerAt(`${CATALOG}/import`))
    await fill()
    expect(screen.queryByLabelText('Values that count as cases')).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Each row is'), 'A person or household')
    await userEvent.type(screen.getByLabelText('Values that count as cases'), '1, yes')
    await userEvent.type(screen.getByLabelText('Values that count as no answer'), '8, 9')
    await userEvent.type(screen.getByLabelText('Weights are divided by'), '1000000')
    const people = { case_values: '1, yes', left_out_values: '8, 9', weight_scale: 1_000_000 }
    const reading = { ...CSV_READING, people }
    answer(contract.importSurvey, {
      catalogued: false,
      clusters: 60,
      remedies: [],
      reading,
      survey: null,
      findings: [],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
    await screen.findByText(
      /UTF-8, a row per person, cases: 1, yes, no answer: 8, 9, weights divided by 1.000.000$/,
    )
    expect(callsOf(contract.importSurvey).at(-1)?.body).toMatchObject({
      rows: 'person',
      ...people,
      weight_scale: '1000000',
    })
  })

  test('what is entered after a check is kept, and guarded', async () => {
    sessionStorage.clear()
    show(routerAt(`${CATALOG}/import`))
    await fill()
    answer(contract.importSurvey, {
      catalogued: false,
      clusters: 60,
      reading: CSV_READING,
      survey: null,
      findings: [],
      remedies: [],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
    await screen.findByText('This survey can be imported')
    await userEvent.type(screen.getByLabelText('Note'), 'Pilot')
    await userEvent.selectOptions(screen.getByLabelText('Coordinates'), 'dhs')
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
    expect(callsOf(contract.importSurvey).at(-1)?.body).toMatchObject({ note: 'Pilot', displacement: 'dhs' })
    expect(Object.values(sessionStorage).join()).toContain('Pilot')
    await userEvent.click(screen.getByRole('link', { name: 'Tags' }))
    await screen.findByRole('dialog', { name: 'Leave without saving?' })
  })

  test('how the file is read is shown after a check, and can be changed; another file begins as detected', async () => {
    show(routerAt(`${CATALOG}/import`))
    expect(screen.queryByText('How the file is read')).toBeNull()
    await fill()
    const reading = { ...CSV_READING, delimiter: 'semicolon' as const, decimal: 'comma' as const }
    answer(contract.importSurvey, {
      catalogued: false,
      clusters: 60,
      reading,
      remedies: [],
      survey: null,
      findings: [],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
    await screen.findByText('Separated by semicolons, decimal commas, UTF-8')
    expect(screen.queryByLabelText('Sheet')).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Decimals'), 'point')
    await userEvent.selectOptions(screen.getByLabelText('Encoding'), 'windows-1252')
    await userEvent.selectOptions(screen.getByLabelText('Cells separated by'), 'tab')
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
    const chosen = { decimal: 'point', encoding: 'windows-1252', delimiter: 'tab' }
    await waitFor(() => expect(callsOf(contract.importSurvey).at(-1)?.body).toMatchObject(chosen))
    await userEvent.click(screen.getByRole('button', { name: /^Remove / }))
    const workbook = new File(['PK'], 'clusters.xlsx')
    await userEvent.upload(screen.getByLabelText(/^Choose the points file/), workbook)
    expect(screen.queryByLabelText('Encoding')).toBeNull()
    await userEvent.type(screen.getByLabelText('Sheet'), 'Clusters')
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
    await waitFor(() =>
      expect(callsOf(contract.importSurvey).at(-1)?.body).toMatchObject({ sheet: 'Clusters' }),
    )
    for (const name of Object.keys(chosen))
      expect(callsOf(contract.importSurvey).at(-1)?.body).not.toHaveProperty(name)
  })

  const swappedFinding = {
    severity: 'error' as const,
    row: null,
    column: 'longitude',
    message: 'all 200 clusters fit Nigeria if longitude and latitude are swapped.',
    remedy: 'swap' as const,
  }
  /** The file fits with the remedy of its only finding. */
  const answerChecks = () =>
    answer(contract.importSurvey, ({ body }: { body: { remedies?: Remedy[] } }) => ({
      catalogued: false,
      clusters: 200,
      reading: CSV_READING,
      survey: null,
      findings: body.remedies?.includes('swap') ? [] : [swappedFinding],
      remedies: (body.remedies ?? []).map((remedy) => ({ remedy, rows: [] })),
    }))

  test('one button corrects the places of the whole file, and the correction can be undone', async () => {
    show(routerAt(`${CATALOG}/import`))
    await fill()
    answerChecks()
    await userEvent.click(screen.getByRole('button', { name: 'Import survey' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Swap longitude and latitude' }))
    expect(await screen.findByText('This survey can be imported')).toBeTruthy()
    expect(callsOf(contract.importSurvey).at(-1)?.body).toMatchObject({ remedies: ['swap'], dry_run: true })
    await userEvent.click(screen.getByRole('button', { name: 'Undo: Longitude and latitude are swapped' }))
    await screen.findByRole('button', { name: 'Swap longitude and latitude' })
    expect(callsOf(contract.importSurvey).at(-1)?.body).not.toHaveProperty('remedies')
  })

  test('another file begins without the remedies of the first', async () => {
    show(routerAt(`${CATALOG}/import`))
    await fill()
    answerChecks()
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Swap longitude and latitude' }))
    await screen.findByRole('list', { name: 'Remedies' })
    await userEvent.click(screen.getByRole('button', { name: /^Remove / }))
    expect(screen.queryByRole('list', { name: 'Remedies' })).toBeNull()
  })

  test('shows a rejection, and the form can be sent again without touching that field', async () => {
    show(routerAt(`${CATALOG}/import`))
    await fill()
    fail(contract.importSurvey, new ApiError(422, 'No.', [{ field: 'source_wave', message: 'Not a wave.' }]))
    await userEvent.click(screen.getByRole('button', { name: 'Import survey' }))
    expect(await screen.findAllByText(/Not a wave\./)).toHaveLength(2)
    fail(contract.importSurvey, new ApiError(409, 'The survey is already in the catalogue.'))
    await userEvent.click(screen.getByRole('button', { name: 'Import survey' }))
    expect(await screen.findByText('The survey is already in the catalogue.')).toBeTruthy()
    expect(screen.queryByText(/Not a wave\./)).toBeNull()
  })

  test('what is wrong with the file as a whole is shown at the file, until another one is chosen', async () => {
    show(routerAt(`${CATALOG}/import`))
    await fill()
    const message = "The points file survey.csv is not UTF-8 text; save it as 'CSV UTF-8' and send it again."
    fail(contract.importSurvey, new ApiError(422, message, [{ field: 'file', message }]))
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
    expect(await within(await screen.findByRole('alert')).findByText(/not UTF-8/)).toBeTruthy()
    const remove = screen.getByRole('button', { name: /^Remove / })
    expect(document.getElementById(remove.getAttribute('aria-describedby')!)?.textContent).toBe(message)
    await userEvent.click(remove)
    expect(screen.queryByText(/not UTF-8/)).toBeNull()
  })

  test('a picture is not taken, and the message says what is', async () => {
    show(routerAt(`${CATALOG}/import`))
    await userEvent.upload(
      await screen.findByLabelText(/^Choose the points file/),
      new File(['x'], 'survey.png'),
      { applyAccept: false },
    )
    expect(await screen.findByText(/ends in \.csv, \.tsv, \.txt, \.xlsx, \.dta\.$/)).toBeTruthy()
  })

  test('a survey that is already in the catalogue is named, with a link to it and what to do', async () => {
    show(routerAt(`${CATALOG}/import`))
    await fill()
    const message = 'A survey of stunting from DHS 2018, round 1, of Nigeria is already in the catalogue.'
    const help = 'Open it to compare; delete it first if this file replaces it.'
    fail(contract.importSurvey, new ApiError(409, message, [{ message, help, record: 'surveys:3' }]))
    await userEvent.click(screen.getByRole('button', { name: 'Import survey' }))
    const summary = within(await screen.findByRole('alert'))
    expect(summary.getByText(`${message} ${help}`)).toBeTruthy()
    const link = await summary.findByRole('link', {
      name: 'Nigeria · DHS 2018 · stunting (opens in a new tab)',
    })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      `${CATALOG}/survey/3`,
      '_blank',
    ])
    expect(callsOf(contract.getSurvey)).toEqual([{ params: { id: 3 } }])
    // The next try has another reason.
    fail(contract.importSurvey, new ApiError(503, 'The database is busy.'))
    await userEvent.click(screen.getByRole('button', { name: 'Import survey' }))
    expect(await screen.findByText('The database is busy.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Nigeria · DHS/ })).toBeNull()
  })

  test('shows viewers who can help', async () => {
    resetApi(['viewer'])
    show(routerAt(`${CATALOG}/import`))
    expect(await screen.findByText('Viewers cannot import surveys')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Import survey' })).toBeNull()
  })
})

describe('before anything is stored', () => {
  const place = (row: number, longitude: number) => ({
    row,
    longitude,
    latitude: 7,
    numerator: 4,
    denominator: 16,
  })
  const outside = {
    severity: 'error' as const,
    row: null,
    rows: [3],
    column: 'x',
    message: '2 of 60 places lie outside Nigeria (17–60 km); at most 10 km are allowed.',
    remedy: 'leave-out-outside' as const,
  }
  const choose = async () => {
    show(routerAt('/survey/catalog/import'))
    const file = new File(['cluster_id,indicator,samplesize,x,Y,z\n1,2,3,4,5,6\n'], 'points.csv')
    await userEvent.upload(await screen.findByLabelText(/^Choose the points file/), file)
  }
  const value = (column: string) =>
    (screen.getByLabelText(`Column with the ${column}`) as HTMLInputElement).value
  beforeEach(() =>
    answer(inspectSurvey, ({ body }: { body: { remedies?: Remedy[]; iso3_code?: string } }) => ({
      ...anInspection,
      points: [place(2, 4), place(3, 9)],
      findings: body.iso3_code && !body.remedies ? [outside] : [],
      remedies: (body.remedies ?? []).map((remedy) => ({ remedy, rows: [3] })),
    })),
  )

  test('columns are guessed and can be changed, with rows, places and distributions to compare', async () => {
    await choose()
    await waitFor(() => expect(value('longitude')).toBe('x'))
    expect(['cluster', 'latitude', 'numerator', 'denominator', 'weight'].map(value)).toEqual([
      'cluster_id',
      'Y',
      'indicator',
      'samplesize',
      '',
    ])
    expect(screen.getByText('Columns of the file').closest('details')?.open).toBe(true)
    const rows = within(screen.getByRole('table', { name: 'First rows of the file' }))
    expect(rows.getByRole('columnheader', { name: 'x longitude' })).toBeTruthy()
    expect(rows.getAllByRole('row')).toHaveLength(2)
    expect(await screen.findByRole('img', { name: "Map of the file's clusters" })).toBeTruthy()
    expect(screen.getByText('16 to 16, median 16')).toBeTruthy()
    expect(screen.getByText(/^25\.0.% to 25\.0.%, median 25\.0.%$/)).toBeTruthy()
    expect(callsOf(inspectSurvey)).toHaveLength(1)
    await userEvent.clear(screen.getByLabelText('Column with the numerator'))
    await userEvent.type(screen.getByLabelText('Column with the numerator'), 'z')
    await waitFor(() => expect(callsOf(inspectSurvey).at(-1)?.body).toEqual({ numerator: 'z' }))
  })

  test('a finding is shown on the map, and its remedy applied, undone and sent with the import', async () => {
    await choose()
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'NGA')
    await userEvent.click(await screen.findByRole('button', { name: 'Show on the map' }))
    expect(await screen.findByText(/; 1 of a finding in red\./)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Leave them out' }))
    const undo = { name: 'Undo: Clusters outside the country are left out: row 3' }
    await userEvent.click(await screen.findByRole('button', undo))
    await userEvent.click(await screen.findByRole('button', { name: 'Leave them out' }))
    await screen.findByRole('button', undo)
    for (const [label, text] of [
      ['Target', 'stunting'],
      ['Source', 'DHS'],
      ['Source wave', '2018'],
    ] as const)
      await userEvent.type(screen.getByLabelText(label), text)
    answer(contract.importSurvey, {
      catalogued: true,
      clusters: 58,
      findings: [],
      reading: CSV_READING,
      remedies: [],
      survey: aSurvey(),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Import survey' }))
    await waitFor(() =>
      expect(callsOf(contract.importSurvey).at(-1)?.body).toMatchObject({
        remedies: ['leave-out-outside'],
        longitude: 'x',
      }),
    )
  })

  test('a file that cannot be read says why', async () => {
    fail(inspectSurvey, new ApiError(422, 'The points file is empty.'))
    await choose()
    expect(
      await within(await screen.findByRole('alert')).findByText('The points file is empty.'),
    ).toBeTruthy()
  })
})

describe('describing a survey', () => {
  const described = aSurvey({ age_group: 'Women of 15 to 49 years', source_url: 'https://example.org/dhs' })

  test('its page shows what it says of itself', async () => {
    answer(contract.getSurvey, described)
    show(routerAt(`${CATALOG}/survey/3`))
    expect(await screen.findByText('Women of 15 to 49 years')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'https://example.org/dhs' })).toBeTruthy()
  })

  test('only what was changed is sent; an address must be one of the web', async () => {
    answer(contract.getSurvey, described)
    answer(contract.changeSurvey, described)
    show(routerAt(`${CATALOG}/survey/3`))
    await userEvent.click(await screen.findByRole('button', { name: 'Describe' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Describe / }))
    const address = dialog.getByLabelText('Address of the survey')
    await userEvent.clear(address)
    await userEvent.type(address, 'javascript:alert(1)')
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(
      (await dialog.findAllByText('Give an address that begins with http:// or https://.')).length,
    ).toBeGreaterThan(0)
    expect(callsOf(contract.changeSurvey)).toEqual([])
    await userEvent.clear(address)
    await userEvent.type(dialog.getByLabelText('Period of the fieldwork'), 'May 2024')
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(callsOf(contract.changeSurvey)).toEqual([
      { params: { id: 3 }, body: { source_url: '', period: 'May 2024' } },
    ])
  })
})
