import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listCountries } from '#contract/places/countries.ts'
import {
  cancelJob,
  getQueueSize,
  listJobs,
  listSources,
  listStatuses,
  listTargets,
} from '#contract/jobs/jobs.ts'
import { type Submission, listSubmissions } from '#contract/submissions/submission-list.ts'
import {
  type Validation,
  getSubmissionConfiguration,
  getSubmissionDifferences,
  runAgain,
  runFile,
  validateConfiguration,
} from '#contract/submissions/submissions.ts'
import { ApiError } from '~/api/api-error.ts'
import { typeAtOnce } from '../../support/browser/type-at-once.ts'
import { countries } from '../support/catalog-fakes.ts'
import { catchDownloads } from '../support/downloads.ts'
import { answer, callsOf, fail, headersOf, resetApi } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { FakeEventSource, aJob, aSubmission, pageOf } from '../support/submission-fakes.ts'

const SUBMISSION = '/modeling/submission'
const good: Validation = {
  valid: true,
  columns: ['iso3_code', 'target', 'tags'],
  rows: [
    { row: 2, cells: { iso3_code: 'BEN', target: 'stunting', tags: '' } },
    { row: 3, cells: { iso3_code: 'BEN', target: 'wasting', tags: '' } },
  ],
  findings: [],
}
const bad: Validation = {
  ...good,
  valid: false,
  rows: [good.rows[0], { row: 3, cells: { iso3_code: 'XXX', target: 'wasting', tags: '' } }],
  findings: [
    { severity: 'warning', row: 2, column: 'target', message: 'Only 120 clusters.' },
    {
      severity: 'error',
      row: 3,
      column: 'iso3_code',
      message: 'There is no country XXX.',
      help: 'Write the three letters of ISO 3166, e.g. BEN.',
    },
    { severity: 'error', row: null, column: 'round', message: 'The column round is missing.' },
  ],
}
const fileNamed = (name: string, text = 'iso3_code,target\n') => new File([text], name)
const chooseField = () => screen.findByLabelText(/^Choose a configuration/)
const choose = async (file: File) => userEvent.upload(await chooseField(), file, { applyAccept: false })

const validateWith = (...validations: Validation[]) =>
  answer(validateConfiguration, () => (validations.length > 1 ? validations.shift()! : validations[0]!))
const validated = () => callsOf(validateConfiguration)
const lastFile = () => validated().at(-1)?.files?.['file'] as File

/** The submission that a page asks for by its id, and the list. */
let one: Submission | null
let list: { content: Submission[]; totalElements: number }
interface Asked {
  query: { id?: number[] }
}
const listed = () =>
  callsOf(listSubmissions)
    .map(({ query }) => query as Asked['query'])
    .filter(({ id }) => !id)

function reset(role = 'staff') {
  resetApi([role])
  one = aSubmission()
  list = pageOf([aSubmission()], 12)
  answer(listSubmissions, ({ query }: Asked) => (query.id ? pageOf(one ? [one] : []) : list))
  answer(listJobs, pageOf([aJob({ id: 11, status: 'running', fraction: 0.2, step: 'Fitting' })]))
  answer(listSources, pageOf(['DHS']))
  answer(listStatuses, pageOf(['pending' as const, 'failed' as const]))
  answer(listTargets, pageOf(['stunting']))
  answer(listCountries, countries)
  answer(getQueueSize, { size: 12, running: 2 })
}
beforeEach(() => {
  reset()
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all = []
})

test('shows the length of the queue', async () => {
  show(routerAt(SUBMISSION))
  expect(await screen.findByText('In the queue: 12 waiting, 2 running.')).toBeTruthy()
})

describe('a new submission', () => {
  test('offers the sample in three formats through the proxy', async () => {
    show(routerAt(SUBMISSION))
    for (const [name, format] of [
      ['Excel', 'xlsx'],
      ['CSV', 'csv'],
      ['JSON', 'json'],
    ]) {
      const link = await screen.findByRole('link', { name: `Download the sample as ${name}` })
      expect(link.getAttribute('href')).toBe(`/api/v1/modeling/v1/submissions/sample/${format}`)
    }
  })

  test('shows errors at their cells and does not let the configuration be sent', async () => {
    validateWith(bad)
    show(routerAt(SUBMISSION))
    await choose(fileNamed('pilot.csv'))
    await screen.findByText('2 errors, 1 warning in 1 of 2 layers')
    const grid = screen.getByRole('table', { name: 'Configuration' })
    const input = within(grid).getByRole('combobox', { name: 'Row 3, iso3_code' })
    const cell = input.closest('td')!
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(cell.textContent).toContain('There is no country XXX.')
    expect(cell.textContent).toContain('Write the three letters of ISO 3166')
    expect(within(grid).getByRole('columnheader', { name: /round/ }).textContent).toContain('is missing')
    expect(within(grid).queryByRole('columnheader', { name: 'tags' })).toBeNull()
    const findings = within(screen.getByRole('list', { name: 'Findings' }))
    expect(findings.getAllByRole('listitem')[0].textContent).toContain('Row 3, column iso3_code')
    await userEvent.click(findings.getByRole('button', { name: 'Row 3, column iso3_code' }))
    expect(document.activeElement).toBe(input)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit 2 layers' }).disabled).toBe(true)
  })

  test('sends a valid configuration once and opens its page', async () => {
    validateWith(good)
    fail(runFile, new ApiError(503, 'The service does not answer. Try again in a moment.'))
    const router = routerAt(SUBMISSION)
    show(router)
    await choose(fileNamed('benin_pilot-2.csv'))
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
    expect(title.value).toBe('benin pilot 2')
    await userEvent.clear(title)
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit 2 layers' })
    await userEvent.click(submit)
    expect(await screen.findByText('Enter a title for the submission.')).toBeTruthy()
    expect(callsOf(runFile)).toEqual([])
    await userEvent.type(title, 'Benin pilot')
    expect(screen.queryByText('Enter a title for the submission.')).toBeNull()
    await userEvent.click(submit)
    await screen.findByText('The service does not answer. Try again in a moment.')
    answer(runFile, aSubmission({ id: 5 }))
    await userEvent.click(submit)
    await waitFor(() => expect(router.state.location.pathname).toBe(`${SUBMISSION}/5`))
    await screen.findByText('Submitted 2 layers')
    await screen.findByRole('heading', { level: 1, name: 'Benin pilot' })
    expect(callsOf(runFile)[0]).toMatchObject({ body: { title: 'Benin pilot' }, files: { surveys: [] } })
    const [first, second] = headersOf(runFile).map((headers) => headers['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
  })

  test('validates points files along with the configuration', async () => {
    validateWith(good)
    answer(runFile, aSubmission())
    show(routerAt(SUBMISSION))
    await choose(fileNamed('a.csv'))
    await screen.findByText('2 layers ready to submit')
    await userEvent.upload(screen.getByLabelText(/^Add points files/), fileNamed('points.csv'))
    await screen.findByRole('button', { name: 'Remove points.csv' })
    await waitFor(() => expect(validated()).toHaveLength(2))
    const { file, surveys } = validated()[1]!.files as { file: File; surveys: File[] }
    expect([file.name, surveys.map(({ name }) => name)]).toEqual(['a.csv', ['points.csv']])
  })

  test('says at once that a file cannot be a configuration', async () => {
    show(routerAt(SUBMISSION))
    await choose(fileNamed('points.shp'))
    await screen.findByText(/‘points.shp’ is not a configuration/)
    await choose(fileNamed('empty.csv', ''))
    await screen.findByText(/‘empty.csv’ is empty/)
    expect(validated()).toEqual([])
  })

  test('shows why the service rejected the file', async () => {
    const errors = [{ row: 2, column: 'seed', message: 'A formula.', help: 'Paste its value.' }]
    fail(validateConfiguration, new ApiError(422, 'The workbook cannot be read.', errors))
    show(routerAt(SUBMISSION))
    await choose(fileNamed('a.xlsx'))
    await screen.findByText('The workbook cannot be read.')
    expect(screen.getByText('Row 2: A formula. Paste its value.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('retries when the service does not answer', async () => {
    fail(validateConfiguration, new ApiError(0, ''))
    show(routerAt(SUBMISSION))
    await choose(fileNamed('a.csv'))
    await screen.findByText('Something went wrong, please try again')
    validateWith(good)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('2 layers ready to submit')
  })

  test('links to the help on columns', async () => {
    show(routerAt(SUBMISSION))
    const link = await screen.findByRole('link', { name: /^Columns of a configuration/ })
    expect(link.getAttribute('href')).toBe('/modeling#configuration-columns')
  })

  test('viewers see the list only', async () => {
    reset('viewer')
    show(routerAt(SUBMISSION))
    await screen.findByRole('link', { name: 'Benin pilot' })
    expect(screen.queryByRole('heading', { name: 'New submission' })).toBeNull()
  })
})

describe('the list', () => {
  test('applies the filters in the address and links to each submission', async () => {
    show(
      routerAt(
        `${SUBMISSION}?title=pilot&iso3_code=BEN&status=running&stack_name=benin&start_date=2026-01-01&page=2`,
      ),
    )
    const link = await screen.findByRole('link', { name: 'Benin pilot' })
    expect(link.getAttribute('href')).toBe(`${SUBMISSION}/5`)
    expect(listed().at(-1)).toEqual({
      limit: 10,
      skip: 10,
      sort_by: 'datetime_submitted',
      sort_order: 'asc',
      title: 'pilot',
      iso3_code: ['BEN'],
      status: ['running'],
      stack_name: ['benin'],
      start_date: '2026-01-01',
    })
    expect(screen.getByText('Submitted from: 1 Jan 2026')).toBeTruthy()
  })

  test.each([
    { status: 'failed', completed: 46, failed: 4, cancelled: 0, says: '4 of 50 failed' },
    { status: 'failed', completed: 0, failed: 49, cancelled: 1, says: '49 of 50 failed' },
    { status: 'failed', completed: 0, failed: 50, cancelled: 0, says: 'Failed' },
    { status: 'completed', completed: 49, failed: 0, cancelled: 1, says: '1 of 50 cancelled' },
    { status: 'cancelled', completed: 0, failed: 0, cancelled: 50, says: 'Cancelled' },
  ] as const)('$completed of 50 completed, $failed failed: $says', async ({ status, says, ...ended }) => {
    const counts = { ...ended, pending: 0, running: 0 }
    list = pageOf([aSubmission({ status, layers: 50, counts })])
    show(routerAt(SUBMISSION))
    await screen.findByText(says)
  })

  test('sorts by newest first with one click, in the address', async () => {
    const router = routerAt(SUBMISSION)
    show(router)
    const button = await screen.findByRole('button', { name: 'Newest first' })
    await userEvent.click(button)
    await waitFor(() => expect(router.state.location.href).toBe(`${SUBMISSION}?sort_order=desc`))
    expect(listed().at(-1)).toMatchObject({ sort_by: 'datetime_submitted', sort_order: 'desc', skip: 0 })
  })
})

test('the list refetches once for each change of status of any job', async () => {
  show(routerAt(SUBMISSION))
  await screen.findByText('Running')
  const [source] = FakeEventSource.all
  source?.heartbeat()
  await waitFor(() => expect(listed()).toHaveLength(2))
  source?.job({ id: 70, status: 'running', fraction: 0.1 })
  await waitFor(() => expect(listed()).toHaveLength(3))
  source?.job({ id: 70, status: 'running', fraction: 0.2 })
  list = pageOf([aSubmission({ status: 'completed' })])
  source?.job({ id: 70, status: 'completed', fraction: 1 })
  await screen.findByText('Completed')
  expect(listed()).toHaveLength(4)
})

describe('a submission', () => {
  test('shows its layers live, with breadcrumbs from the route', async () => {
    show(routerAt(`${SUBMISSION}/5`))
    await screen.findByText('Fitting')
    expect(callsOf(listJobs).at(-1)?.query).toMatchObject({ submission_id: [5] })
    await waitFor(() =>
      expect(screen.getByRole('navigation', { name: 'Breadcrumbs' }).textContent).toBe(
        'ModelingSubmissionBenin pilot (5)',
      ),
    )
    const [source] = FakeEventSource.all
    expect(source?.url).toBe('/api/v1/modeling/v1/jobs/events?submission_id=5')
    const before = callsOf(listJobs).length
    source?.heartbeat()
    await waitFor(() => expect(callsOf(listJobs)).toHaveLength(before + 1))
    source?.job({ id: 11, status: 'running', fraction: 0.5, step: 'Cross-validation' })
    await screen.findByText('Cross-validation')
    answer(listJobs, pageOf([aJob({ id: 11, status: 'completed', all_adm_pass: true })]))
    one = aSubmission({
      status: 'completed',
      counts: { ...aSubmission().counts, pending: 0, running: 0, completed: 2 },
    })
    source?.job({ id: 11, status: 'completed', fraction: 1 })
    await screen.findByText('2 completed')
    await screen.findByText('Pass')
  })

  test('ignores a late event of a previous attempt', async () => {
    answer(listJobs, pageOf([aJob({ id: 11, status: 'running', attempt: 2, step: 'Fitting again' })]))
    show(routerAt(`${SUBMISSION}/5`))
    await screen.findByText('Fitting again, attempt 2')
    FakeEventSource.all[0]?.job({ id: 11, attempt: 1, status: 'failed', reason: 'Lost.' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByText('Lost.')).toBeNull()
  })

  test('the breadcrumbs of Run again link back to the submission by title', async () => {
    answer(getSubmissionConfiguration, good)
    show(routerAt(`${SUBMISSION}/5/again`))
    const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumbs' }))
    const link = await crumbs.findByRole('link', { name: 'Benin pilot (5)' })
    expect(link.getAttribute('href')).toBe(`${SUBMISSION}/5`)
  })

  test('its new owner can cancel its layers, and the sender no longer can', async () => {
    answer(
      listJobs,
      pageOf([
        aJob({ id: 11, status: 'running', app_user_id: 2, owner_id: 1 }),
        aJob({ id: 12, status: 'running', app_user_id: 1, owner_id: 2 }),
      ]),
    )
    show(routerAt(`${SUBMISSION}/5`))
    await screen.findByRole('button', { name: 'Cancel ben-stunting-dhs-2018-r1-11' })
    expect(screen.queryByRole('button', { name: 'Cancel ben-stunting-dhs-2018-r1-12' })).toBeNull()
  })

  test('after cancelling a pending layer the focus is on the actions of its row', async () => {
    answer(listJobs, pageOf([aJob({ id: 11, status: 'pending', owner_id: 1 }), aJob({ id: 12 })]))
    answer(cancelJob, () => {
      answer(listJobs, pageOf([aJob({ id: 11, status: 'cancelled', owner_id: 1 }), aJob({ id: 12 })]))
      return { msg: 'Job 11 is cancelled.' }
    })
    show(routerAt(`${SUBMISSION}/5`))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel ben-stunting-dhs-2018-r1-11' }))
    await waitFor(() =>
      expect(document.activeElement?.ariaLabel).toBe('Actions for ben-stunting-dhs-2018-r1-11'),
    )
  })

  test('links the reason of a failed layer to its report', async () => {
    const reason = 'The points file has 41 clusters outside Benin.'
    answer(listJobs, pageOf([aJob({ id: 11, status: 'failed', reason })]))
    show(routerAt(`${SUBMISSION}/5`))
    const link = await screen.findByRole('link', { name: reason })
    expect(link.getAttribute('href')).toBe(
      '/spatial-catalog/report/ben-stunting-dhs-2018-r1-11?list=%2Fmodeling%2Fsubmission%2F5',
    )
  })

  test('says how many layers failed if others were completed', async () => {
    const counts = { pending: 0, running: 0, completed: 46, failed: 4, cancelled: 0 }
    one = aSubmission({ status: 'failed', layers: 50, counts })
    show(routerAt(`${SUBMISSION}/5`))
    await screen.findByText('4 of 50 failed')
    expect(screen.getByText('46 completed, 4 failed')).toBeTruthy()
  })

  test('says that a submission does not exist', async () => {
    one = null
    show(routerAt(`${SUBMISSION}/99`))
    await screen.findByRole('heading', { level: 1, name: 'This submission does not exist' })
    expect(screen.getByRole('link', { name: 'Back to the submissions' }).getAttribute('href')).toBe(
      SUBMISSION,
    )
  })

  test('does not call the service for an invalid id', async () => {
    show(routerAt(`${SUBMISSION}/undefined`))
    await screen.findByText('This submission does not exist')
    expect(callsOf(listSubmissions)).toEqual([])
  })
})

describe('fixing in place', () => {
  const sentRows = async () => JSON.parse(await lastFile().text())

  test('edits cells, validates them after a pause and sends the edited values', async () => {
    validateWith(bad, good)
    answer(runFile, aSubmission())
    show(routerAt(SUBMISSION))
    await choose(fileNamed('pilot.csv'))
    const cell = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Row 3, iso3_code' })
    expect(cell.getAttribute('aria-invalid')).toBe('true')
    typeAtOnce(cell, 'BEN')
    expect(screen.getByText('was XXX')).toBeTruthy()
    await screen.findByText('2 layers ready to submit')
    expect(validated()).toHaveLength(2)
    expect(await sentRows()).toEqual([
      { iso3_code: 'BEN', target: 'stunting' },
      { iso3_code: 'BEN', target: 'wasting' },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Submit 2 layers' }))
    await waitFor(() => expect(callsOf(runFile)).toHaveLength(1))
    const { file } = callsOf(runFile)[0]!.files as { file: File }
    expect(file.name).toBe('pilot.json')
  })

  test('shows the findings of a later validation at the visible row numbers', async () => {
    validateWith(bad, {
      ...bad,
      findings: [{ severity: 'error', row: 2, column: 'target', message: 'Not known.' }],
    })
    show(routerAt(SUBMISSION))
    await choose(fileNamed('pilot.csv'))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove row 2' }))
    await screen.findByText('1 error in 1 layer')
    expect(screen.getByRole('button', { name: 'Row 3, column target' })).toBeTruthy()
    expect(await sentRows()).toHaveLength(1)
  })

  test('downloads the findings as a table', async () => {
    const downloads = catchDownloads()
    validateWith(bad)
    show(routerAt(SUBMISSION))
    await choose(fileNamed('pilot.csv'))
    await userEvent.click(await screen.findByRole('button', { name: 'Download as CSV' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'With a column of findings' }))
    expect(downloads.map(({ name }) => name)).toEqual(['pilot-findings.csv'])
    expect(await downloads[0]?.text()).toContain(
      'XXX,wasting,,"Row 3, column iso3_code: There is no country XXX. Write the three',
    )
  })
})

describe('running again', () => {
  const two = [
    aJob({ id: 11, status: 'completed' }),
    aJob({ id: 12, status: 'failed', reason: 'Too few clusters.' }),
  ]
  const done = aSubmission({
    status: 'failed',
    counts: { pending: 0, running: 0, completed: 1, failed: 1, cancelled: 0 },
  })
  const cell = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
  const lastBody = () => callsOf(runAgain).at(-1)?.body

  beforeEach(() => {
    sessionStorage.clear()
    answer(listJobs, pageOf(two))
    one = done
    validateWith(good)
    answer(getSubmissionConfiguration, good)
    answer(runAgain, {
      ...aSubmission({ id: 6, parent_id: 5, layers: 1 }),
      differences: { parent_id: 5, layers: [], cells: [] },
    } as never)
  })

  test('runs only the failed layers again and opens the new submission', async () => {
    const router = routerAt(`${SUBMISSION}/5`)
    show(router)
    await userEvent.click(await screen.findByRole('button', { name: 'Run again' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Only the failed (1 layer)' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`${SUBMISSION}/6`))
    expect(lastBody()).toEqual({ only_failed: true, only_unfinished: false, improves: false })
    expect(headersOf(runAgain)[0]?.['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  })

  test('shows why the service rejected it', async () => {
    fail(runAgain, new ApiError(409, 'Submission 5 no longer has any layers.'))
    show(routerAt(`${SUBMISSION}/5`))
    await userEvent.click(await screen.findByRole('button', { name: 'Run again' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Previous version (2 layers)' }))
    await screen.findByText('Submission 5 no longer has any layers.')
  })

  test('does not offer it to viewers', async () => {
    reset('viewer')
    show(routerAt(`${SUBMISSION}/5`))
    await screen.findByRole('heading', { level: 1, name: 'Benin pilot' })
    expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull()
  })

  test('says to viewers who open its address that they cannot', async () => {
    reset('viewer')
    show(routerAt(`${SUBMISSION}/5/again`))
    await screen.findByRole('heading', { level: 1, name: 'Run again' })
    expect(screen.getByText('Viewers cannot run submissions')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to the submission' })).toBeTruthy()
  })

  test("sends only the changed values, by the parent's row numbers", async () => {
    const router = routerAt(`${SUBMISSION}/5/again`)
    show(router)
    const target = await cell('Row 3, target')
    await screen.findByText('2 layers ready to submit')
    await userEvent.clear(target)
    await userEvent.type(target, 'underweight')
    await screen.findByText(/^1 cell differs from submission 5/)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Add a column' }), 'seed')
    await userEvent.type(await cell('Row 2, seed'), '7')
    const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Submit 2 layers' })
    await waitFor(() => expect(submit.disabled).toBe(false))
    await userEvent.click(submit)
    await waitFor(() => expect(router.state.location.pathname).toBe(`${SUBMISSION}/6`))
    expect(lastBody()).toEqual({
      title: 'Benin pilot',
      layers: [
        { row: 2, values: { seed: '7' } },
        { row: 3, values: { target: 'underweight' } },
      ],
      only_failed: false,
      only_unfinished: false,
      improves: false,
    })
  })

  test('edits are kept in this tab until they are sent or undone', async () => {
    const router = routerAt(`${SUBMISSION}/5/again`)
    show(router)
    await userEvent.type(await cell('Row 2, target'), '2')
    await screen.findByText(/^1 cell differs from submission 5/)
    void router.navigate({ to: '/modeling/submission/$id', params: { id: '5' } })
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await screen.findByRole('button', { name: 'Run again' })
    await act(() => router.navigate({ to: '/modeling/submission/$id/again', params: { id: '5' } }))
    await userEvent.click(await screen.findByRole('button', { name: /^Continue with .* \(1 change\)$/ }))
    const target = await cell('Row 2, target')
    expect(target).toHaveProperty('value', 'stunting2')
    expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull()
    await userEvent.type(target, '{Backspace}')
    await screen.findByText(/^Nothing is changed yet/)
    expect(sessionStorage).toHaveLength(0)
  })

  test.each([
    ['failed', 'cancelled', 'failed', { only_failed: true, only_unfinished: false }],
    ['cancelled', 'completed', 'unfinished', { only_failed: false, only_unfinished: true }],
  ] as const)('a %s layer beside a %s one: only the %s ones run', async (first, second, mode, wish) => {
    answer(listJobs, pageOf([aJob({ id: 11, status: first }), aJob({ id: 12, status: second })]))
    show(routerAt(`${SUBMISSION}/5/again?mode=${mode}`))
    await cell('Row 2, target')
    expect(screen.queryByRole('textbox', { name: 'Row 3, target' })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Submit 1 layer' }))
    await waitFor(() => expect(callsOf(runAgain)).toHaveLength(1))
    expect(lastBody()).toMatchObject({ ...wish, improves: false })
  })

  test('an improvement sends only the changed rows, each with the job it improves', async () => {
    show(routerAt(`${SUBMISSION}/5/again?mode=improve`))
    await screen.findByText(/^Change at least one cell/)
    expect(screen.queryByRole('textbox', { name: 'Row 3, target' })).toBeNull()
    const target = await cell('Row 2, target')
    await userEvent.type(target, '2')
    await screen.findByText('1 layer ready to submit')
    const sent = JSON.parse(await lastFile().text())
    expect(sent).toEqual([{ iso3_code: 'BEN', target: 'stunting2', improves: '11' }])
    await userEvent.click(screen.getByRole('button', { name: 'Submit 1 layer' }))
    await waitFor(() => expect(callsOf(runAgain)).toHaveLength(1))
    expect(lastBody()).toMatchObject({
      improves: true,
      layers: [{ row: 2, values: { target: 'stunting2' } }],
    })
  })

  test("does not ask again for the parent's points files", async () => {
    const withFile = {
      ...good,
      columns: [...good.columns, 'survey'],
      rows: [{ row: 2, cells: { iso3_code: 'BEN', target: 'a', survey: 'p.csv' } }],
    }
    const missing = { severity: 'error' as const, row: 2, column: 'survey', message: 'Neither id nor file.' }
    const validation = { ...withFile, valid: false, findings: [missing] }
    answer(getSubmissionConfiguration, validation)
    validateWith(validation)
    show(routerAt(`${SUBMISSION}/5/again`))
    await screen.findByText('1 layer ready to submit')
    const survey = await cell('Row 2, survey')
    await userEvent.type(survey, 'x')
    await screen.findByText('1 error in 1 layer')
  })

  test('shows why the previous configuration could not be loaded, and offers to retry', async () => {
    fail(getSubmissionConfiguration, new ApiError(404, 'The file is gone.'))
    show(routerAt(`${SUBMISSION}/5/again`))
    await screen.findByText('The file is gone.')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('shows the parent of a submission and the changes from it', async () => {
    one = aSubmission({ id: 6, parent_id: 5 })
    answer(getSubmissionDifferences, {
      parent_id: 5,
      layers: [],
      cells: [{ row: 2, column: 'folds', before: '', after: '5' }],
    })
    show(routerAt(`${SUBMISSION}/6`))
    await screen.findByRole('heading', { name: 'Changes from submission 5' })
    const item = (await screen.findByText('folds')).closest('li')
    expect(item?.textContent).toBe('Row 2foldsemptybecame5')
    expect(screen.getByRole('link', { name: 'Run again from submission 5' })).toBeTruthy()
  })
})
