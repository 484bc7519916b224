import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { listBands } from '#contract/rasters/band-list.ts'
import { listCollections } from '#contract/rasters/collection-list.ts'
import { listCountries } from '#contract/places/countries.ts'
import { listJobs } from '#contract/jobs/jobs.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { runFile, validateConfiguration } from '#contract/submissions/submissions.ts'
import { listSurveys } from '#contract/surveys/survey-list.ts'
import { ApiError } from '~/api/api-error.ts'
import { configurationOf } from '~/components/add-country/configuration.ts'
import { type CountryRecords, lacksUnits, stepStates } from '~/components/add-country/steps.ts'
import { aSurvey, aVersion, countries } from '../support/catalog-fakes.ts'
import { aCollection } from '../support/collection-fakes.ts'
import { answer, callsOf, resetApi } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { FakeEventSource, aJob, aSubmission, pageOf } from '../support/submission-fakes.ts'

const benin = aCollection({ id: 2, name: 'ben_basic', bands: [], population_band: null, iso3_codes: ['BEN'] })
const version = aVersion({ is_default: true })
const survey = aSurvey({ id: 3, iso3_code: 'BEN', country: 'Benin', target: 'stunting' })

beforeEach(() => {
  resetApi(['staff'])
  vi.stubGlobal('EventSource', FakeEventSource)
  answer(listCountries, countries)
})

const nothing: CountryRecords = { outlines: [], bands: 0, collections: 0, surveys: 0, jobs: 0, completed: 0 }
const adm1 = { place_type: 'adm1', is_default: true }

test.each<[string, Partial<CountryRecords>, string]>([
  ['nothing', {}, 'next open open open open open'],
  [
    'a version that is not the default',
    { outlines: [{ ...adm1, is_default: false }] },
    'next open open open open open',
  ],
  ['outlines', { outlines: [adm1] }, 'done next open open open open'],
  ['a survey before the others', { surveys: 1 }, 'next open open done open open'],
  [
    'a collection of bands of the whole world',
    { outlines: [adm1], collections: 1 },
    'done done done next open open',
  ],
  [
    'all but a layer',
    { outlines: [adm1], bands: 3, collections: 1, surveys: 1 },
    'done done done done next open',
  ],
  [
    'a layer that runs',
    { outlines: [adm1], bands: 3, collections: 1, surveys: 1, jobs: 1 },
    'done done done done done next',
  ],
  [
    'a map',
    { outlines: [adm1], bands: 3, collections: 1, surveys: 1, jobs: 1, completed: 1 },
    'done done done done done done',
  ],
])('steps of a country with %s', (_name, held, states) => {
  expect(Object.values(stepStates({ ...nothing, ...held })).join(' ')).toBe(states)
})

test('a country with its own outline only has no admin table', () => {
  expect(lacksUnits([])).toBe(false)
  expect(lacksUnits([{ place_type: 'adm0', is_default: true }])).toBe(true)
  expect(lacksUnits([{ place_type: 'adm0', is_default: true }, adm1])).toBe(false)
})

test('the configuration quotes the names of survey and collection', async () => {
  const file = configurationOf({ ...survey, target: 'safe, "water"', source_date: null }, benin)
  expect(file.name).toBe('ben-safe-water-.csv')
  expect(await file.text()).toBe(
    'iso3_code,target,source,source_wave,source_date,round,survey,stack_name,method,folds,draws,seed\r\n' +
      'BEN,"safe, ""water""",DHS,2018,,1,3,ben_basic,auto,10,500,1\r\n',
  )
})

test('without a country, lists the files to have at hand; choosing one changes the address', async () => {
  const router = routerAt('/modeling/submission/add-country')
  show(router)
  expect(await screen.findByText('Files you need')).toBeTruthy()
  expect(document.title).toMatch(/^Add a country/)
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'BEN')
  await waitFor(() =>
    expect(router.state.location.href).toBe('/modeling/submission/add-country?iso3_code=BEN'),
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Add Benin' })).toBeTruthy()
  expect(await screen.findByText('0 of 6 steps done')).toBeTruthy()
  for (const endpoint of [listBands, listCollections, listSurveys, listJobs])
    expect(callsOf(endpoint)[0]?.query).toMatchObject({ iso3_code: ['BEN'] })
})

test('each step links to its screen with the country filled in, and the next one is marked', async () => {
  answer(listPlaceGroupVersions, pageOf([version]))
  show(routerAt('/modeling/submission/add-country?iso3_code=BEN'))
  const steps = within(await screen.findByRole('list', { name: 'Steps to add Benin' }))
  expect(screen.getByText('1 of 6 steps done')).toBeTruthy()
  const link = (name: string) => steps.getByRole('link', { name }).getAttribute('href')
  expect(link('Import outlines')).toBe('/place-groups/import?adding=BEN')
  expect(link('Upload rasters')).toBe('/modeling/raster-assets/upload?adding=BEN')
  expect(link('Create collection')).toBe('/raster/band-collection/new?adding=BEN')
  expect(link('Import survey')).toBe('/survey/catalog/import?adding=BEN')
  expect(link('First level · 2024 (default)')).toBe('/place-groups/6')
  const current = steps
    .getAllByRole('listitem')
    .filter((item) => item.getAttribute('aria-current') === 'step')
  expect(current.map((item) => item.textContent)).toEqual([expect.stringContaining('Covariates')])
  expect(steps.getByText('Needs a collection and a survey.')).toBeTruthy()
})

test('prepares, checks and submits the configuration of the survey and collection in the address', async () => {
  answer(listPlaceGroupVersions, pageOf([version]))
  answer(listCollections, pageOf([benin, { ...benin, id: 8, name: 'ben_rich' }]))
  answer(listSurveys, pageOf([survey, aSurvey({ id: 4, iso3_code: 'BEN', target: 'wasting' })]))
  answer(validateConfiguration, {
    valid: true,
    columns: ['iso3_code'],
    rows: [{ row: 2, cells: { iso3_code: 'BEN' } }],
    findings: [],
  })
  answer(runFile, aSubmission())
  show(routerAt('/modeling/submission/add-country?iso3_code=BEN&survey=4&collection=8'))
  await userEvent.click(await screen.findByRole('button', { name: 'Prepare configuration' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Submit 1 layer' }))
  await waitFor(() => expect(callsOf(runFile)).toHaveLength(1))
  const { file } = callsOf(runFile)[0]!.files as { file: File }
  expect(await file.text()).toContain('\r\nBEN,wasting,DHS,2018,2018-11-05,1,4,ben_rich,auto,')
  expect(await screen.findByText('Submitted 1 layer')).toBeTruthy()
})

test('links a completed layer to its map', async () => {
  answer(listJobs, pageOf([aJob({ id: 12, status: 'running' }), aJob({ id: 11 })], 7))
  show(routerAt('/modeling/submission/add-country?iso3_code=BEN'))
  expect((await screen.findByRole('link', { name: 'Open the map' })).getAttribute('href')).toBe(
    '/spatial-catalog/report/ben-stunting-dhs-2018-r1-11',
  )
  expect(screen.getByText('The newest 2 of 7 layers.')).toBeTruthy()
})

test('viewers see which steps are done', async () => {
  resetApi(['viewer'])
  answer(listCountries, countries)
  answer(listSurveys, pageOf([survey]))
  answer(listCollections, pageOf([benin]))
  show(routerAt('/modeling/submission/add-country?iso3_code=BEN'))
  expect(await screen.findByText('Your role can read and download')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Import outlines' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Prepare configuration' })).toBeNull()
})

test('shows which catalog could not be loaded, and retries it', async () => {
  answer(listSurveys, () => {
    throw new ApiError(503, 'The database is busy.')
  })
  show(routerAt('/modeling/submission/add-country?iso3_code=BEN'))
  expect(await screen.findByText('The database is busy.')).toBeTruthy()
  answer(listSurveys, pageOf([survey]))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 of 6 steps done')).toBeTruthy()
})

test('the screens of the steps link back', async () => {
  show(routerAt('/survey/catalog/import?adding=BEN'))
  expect((await screen.findByRole('link', { name: 'Steps to add Benin' })).getAttribute('href')).toBe(
    '/modeling/submission/add-country?iso3_code=BEN',
  )
  expect((screen.getByLabelText(/^Country/) as HTMLSelectElement).value).toBe('BEN')
})
