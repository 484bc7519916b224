import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Validation } from '#contract/submissions.ts'
import { ApiError } from '~/api/api-error.ts'
import type * as SheetFile from '~/components/submissions/sheet-file.ts'
import { FakeEventSource, aJob, aSubmission, pageOf } from './submission-fakes.ts'

const calls = vi.hoisted(() => ({
  jobs: vi.fn(),
  submissions: vi.fn(),
  one: vi.fn(),
  cancel: vi.fn(),
  validate: vi.fn(),
  send: vi.fn(),
  call: vi.fn(),
  differences: vi.fn(),
  save: vi.fn(),
  roles: ['staff'],
}))
vi.mock('~/server/accounts.functions.ts', () => {
  const user = () => ({ id: 1, name: 'Ada Lovelace', roles: calls.roles.map((name) => ({ name })) })
  const session = () => ({
    signedIn: true,
    user: user(),
    theme: 'light',
    rail: false,
    brandName: 'Strata',
    sentryDsn: null,
  })
  return {
    sessionQuery: { queryKey: ['session'], queryFn: session, staleTime: Infinity },
    meQuery: { queryKey: ['me'], queryFn: () => ({ ...user(), first_name: 'Ada' }), staleTime: Infinity },
  }
})
vi.mock('~/server/jobs.functions.ts', () => ({
  jobsQuery: (query: unknown) => ({ queryKey: ['jobs', 'list', query], queryFn: () => calls.jobs(query) }),
  sourcesQuery: { queryKey: ['jobs', 'sources'], queryFn: () => pageOf(['DHS']) },
  queueSizeQuery: { queryKey: ['jobs', 'queue'], queryFn: () => ({ size: 12, running: 2 }) },
  statusesQuery: { queryKey: ['jobs', 'statuses'], queryFn: () => pageOf(['pending', 'failed']) },
  targetsQuery: { queryKey: ['jobs', 'targets'], queryFn: () => pageOf(['stunting']) },
  cancelJob: calls.cancel,
}))
vi.mock('~/server/submissions.functions.ts', () => ({
  submissionsQuery: (query: unknown) => ({
    queryKey: ['submissions', 'list', query],
    queryFn: () => calls.submissions(query),
  }),
  submissionQuery: (id: number) => ({ queryKey: ['submissions', 'one', id], queryFn: () => calls.one(id) }),
  differencesQuery: (id: number) => ({
    queryKey: ['submissions', 'differences', id],
    queryFn: () => calls.differences(id),
  }),
}))
vi.mock('~/server/layer-tracker.functions.ts', () => ({}))
vi.mock('~/server/zips.functions.ts', () => ({}))
vi.mock('~/api/call.ts', () => ({ call: calls.call }))
vi.mock('~/components/submissions/sheet-file.ts', async (original) => ({
  ...(await original<typeof SheetFile>()),
  saveCsv: calls.save,
}))
vi.mock('~/server/countries.functions.ts', () => ({
  countriesQuery: { queryKey: ['countries'], queryFn: () => pageOf([{ iso3_code: 'BEN', name: 'Benin' }]) },
}))
vi.mock('~/server/tags.functions.ts', () => ({
  tagsQuery: { queryKey: ['tags'], queryFn: () => pageOf([]) },
}))
vi.mock('~/server/users.functions.ts', () => ({
  usersQuery: { queryKey: ['users'], queryFn: () => pageOf([]) },
}))
vi.mock('~/components/submissions/validate-file.ts', () => ({ validateFile: calls.validate }))
vi.mock('~/components/submissions/send-file.ts', () => ({ sendFile: calls.send }))
const { routerAt, show } = await import('./shell-router.tsx')
// A busy machine is no failure.
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 20_000 })

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

beforeEach(() => {
  calls.roles = ['staff']
  calls.jobs.mockResolvedValue(pageOf([aJob({ id: 11, status: 'running', fraction: 0.2, step: 'Fitting' })]))
  calls.submissions.mockResolvedValue(pageOf([aSubmission()], 12))
  calls.one.mockResolvedValue(aSubmission())
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all = []
})

test('says how long the queue is', async () => {
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

  test('a bad one is shown cell by cell and cannot be sent', async () => {
    calls.validate.mockResolvedValue(bad)
    show(routerAt(SUBMISSION))
    await choose(fileNamed('pilot.csv'))
    await screen.findByText('2 errors, 1 warning in 2 layers')
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

  test('a good one is sent once, and leads to its page', async () => {
    calls.validate.mockResolvedValue(good)
    calls.send.mockRejectedValueOnce(new ApiError(503, 'The service does not answer. Try again in a moment.'))
    calls.send.mockResolvedValue(aSubmission({ id: 5 }))
    const router = routerAt(SUBMISSION)
    show(router)
    await choose(fileNamed('benin_pilot-2.csv'))
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
    expect(title.value).toBe('benin pilot 2')
    await userEvent.clear(title)
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit 2 layers' })
    expect(submit.disabled).toBe(true)
    await userEvent.type(title, 'Benin pilot')
    await userEvent.click(submit)
    await screen.findByText('The service does not answer. Try again in a moment.')
    await userEvent.click(submit)
    await waitFor(() => expect(router.state.location.pathname).toBe(`${SUBMISSION}/5`))
    await screen.findByText('Submitted 2 layers')
    await screen.findByRole('heading', { level: 1, name: 'Benin pilot' })
    const [first, second] = calls.send.mock.calls.map(([sending]) => sending)
    expect(first).toMatchObject({ title: 'Benin pilot', surveys: [] })
    expect(first.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
  })

  test('points files are validated along', async () => {
    calls.validate.mockResolvedValue(good)
    calls.send.mockResolvedValue(aSubmission())
    show(routerAt(SUBMISSION))
    await choose(fileNamed('a.csv'))
    await screen.findByText('2 layers ready to submit')
    await userEvent.upload(screen.getByLabelText(/^Add points files/), fileNamed('points.csv'))
    await screen.findByRole('button', { name: 'Remove points.csv' })
    await waitFor(() => expect(calls.validate).toHaveBeenCalledTimes(2))
    const [file, surveys] = calls.validate.mock.lastCall ?? []
    expect([file.name, surveys.map((one: File) => one.name)]).toEqual(['a.csv', ['points.csv']])
  })

  test('what can be no configuration is told at once', async () => {
    show(routerAt(SUBMISSION))
    await choose(fileNamed('points.shp'))
    await screen.findByText(/‘points.shp’ is not a configuration/)
    await choose(fileNamed('empty.csv', ''))
    await screen.findByText(/‘empty.csv’ is empty/)
    expect(calls.validate).not.toHaveBeenCalled()
  })

  test('a refusal by the service stands with its sentence', async () => {
    const errors = [{ row: 2, column: 'seed', message: 'A formula.', help: 'Paste its value.' }]
    calls.validate.mockRejectedValue(new ApiError(422, 'The workbook cannot be read.', errors))
    show(routerAt(SUBMISSION))
    await choose(fileNamed('a.xlsx'))
    await screen.findByText('The workbook cannot be read.')
    expect(screen.getByText('Row 2: A formula. Paste its value.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('a service that is away may be asked again', async () => {
    calls.validate.mockRejectedValueOnce(new ApiError(0, ''))
    calls.validate.mockResolvedValue(good)
    show(routerAt(SUBMISSION))
    await choose(fileNamed('a.csv'))
    await screen.findByText('Something went wrong, please try again')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('2 layers ready to submit')
  })

  test('the help explains the columns', async () => {
    show(routerAt(SUBMISSION))
    const link = await screen.findByRole('link', { name: /^Columns of a configuration/ })
    expect(link.getAttribute('href')).toBe('/modeling#configuration-columns')
  })

  test('viewers see the list only', async () => {
    calls.roles = ['viewer']
    show(routerAt(SUBMISSION))
    await screen.findByRole('link', { name: 'Benin pilot' })
    expect(screen.queryByRole('heading', { name: 'New submission' })).toBeNull()
  })
})

describe('the list', () => {
  test('filters from the address, links to each submission', async () => {
    show(
      routerAt(
        `${SUBMISSION}?title=pilot&iso3_code=BEN&status=running&stack_name=benin&start_date=2026-01-01&page=2`,
      ),
    )
    const link = await screen.findByRole('link', { name: 'Benin pilot' })
    expect(link.getAttribute('href')).toBe(`${SUBMISSION}/5`)
    expect(calls.submissions).toHaveBeenLastCalledWith({
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
    calls.submissions.mockResolvedValue(pageOf([aSubmission({ status, layers: 50, counts })]))
    show(routerAt(SUBMISSION))
    await screen.findByText(says)
  })

  test('the newest first with one press, in the address', async () => {
    const router = routerAt(SUBMISSION)
    show(router)
    const button = await screen.findByRole('button', { name: 'Newest first' })
    await userEvent.click(button)
    await waitFor(() => expect(router.state.location.href).toBe(`${SUBMISSION}?sort_order=desc`))
    expect(calls.submissions).toHaveBeenLastCalledWith(
      expect.objectContaining({ sort_by: 'datetime_submitted', sort_order: 'desc', skip: 0 }),
    )
  })
})

test('the list follows jobs that it does not show: one call for each change of status', async () => {
  show(routerAt(SUBMISSION))
  await screen.findByText('Running')
  const [source] = FakeEventSource.all
  source?.job({ id: 70, status: 'running', fraction: 0.1 })
  await waitFor(() => expect(calls.submissions).toHaveBeenCalledTimes(2))
  source?.job({ id: 70, status: 'running', fraction: 0.2 })
  calls.submissions.mockResolvedValue(pageOf([aSubmission({ status: 'completed' })]))
  source?.job({ id: 70, status: 'completed', fraction: 1 })
  await screen.findByText('Completed')
  expect(calls.submissions).toHaveBeenCalledTimes(3)
})

describe('a submission', () => {
  test('its layers, live, with breadcrumbs from the route', async () => {
    show(routerAt(`${SUBMISSION}/5`))
    await screen.findByText('Fitting')
    expect(calls.jobs).toHaveBeenLastCalledWith(expect.objectContaining({ submission_id: [5] }))
    expect(screen.getByRole('navigation', { name: 'Breadcrumbs' }).textContent).toBe(
      'ModelingSubmissionBenin pilot (5)',
    )
    const [source] = FakeEventSource.all
    expect(source?.url).toBe('/api/v1/modeling/v1/jobs/events?submission_id=5')
    source?.job({ id: 11, status: 'running', fraction: 0.5, step: 'Cross-validation' })
    await screen.findByText('Cross-validation')
    calls.jobs.mockResolvedValue(pageOf([aJob({ id: 11, status: 'completed', all_adm_pass: true })]))
    calls.one.mockResolvedValue(
      aSubmission({
        status: 'completed',
        counts: { ...aSubmission().counts, pending: 0, running: 0, completed: 2 },
      }),
    )
    source?.job({ id: 11, status: 'completed', fraction: 1 })
    await screen.findByText('2 completed')
    await screen.findByText('Pass')
  })

  test('a late event of a previous attempt changes nothing', async () => {
    calls.jobs.mockResolvedValue(
      pageOf([aJob({ id: 11, status: 'running', attempt: 2, step: 'Fitting again' })]),
    )
    show(routerAt(`${SUBMISSION}/5`))
    await screen.findByText('Fitting again, attempt 2')
    FakeEventSource.all[0]?.job({ id: 11, attempt: 1, status: 'failed', reason: 'Lost.' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByText('Lost.')).toBeNull()
  })

  test('its crumb leads back with its title from Run again', async () => {
    calls.call.mockResolvedValue({})
    show(routerAt(`${SUBMISSION}/5/again`))
    const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumbs' }))
    const link = await crumbs.findByRole('link', { name: 'Benin pilot (5)' })
    expect(link.getAttribute('href')).toBe(`${SUBMISSION}/5`)
  })

  test('the person it was handed to cancels its layers, the sender no longer does', async () => {
    calls.jobs.mockResolvedValue(
      pageOf([
        aJob({ id: 11, status: 'running', app_user_id: 2, owner_id: 1 }),
        aJob({ id: 12, status: 'running', app_user_id: 1, owner_id: 2 }),
      ]),
    )
    show(routerAt(`${SUBMISSION}/5`))
    await screen.findByRole('button', { name: 'Cancel ben-stunting-dhs-2018-r1-11' })
    expect(screen.queryByRole('button', { name: 'Cancel ben-stunting-dhs-2018-r1-12' })).toBeNull()
  })

  test('the reason of a failed layer leads to its report', async () => {
    const reason = 'The points file has 41 clusters outside Benin.'
    calls.jobs.mockResolvedValue(pageOf([aJob({ id: 11, status: 'failed', reason })]))
    show(routerAt(`${SUBMISSION}/5`))
    const link = await screen.findByRole('link', { name: reason })
    expect(link.getAttribute('href')).toBe('/spatial-catalog/report/ben-stunting-dhs-2018-r1-11')
  })

  test('says how many layers failed when others were completed', async () => {
    const counts = { pending: 0, running: 0, completed: 46, failed: 4, cancelled: 0 }
    calls.one.mockResolvedValue(aSubmission({ status: 'failed', layers: 50, counts }))
    show(routerAt(`${SUBMISSION}/5`))
    await screen.findByText('4 of 50 failed')
    expect(screen.getByText('46 completed, 4 failed')).toBeTruthy()
  })

  test('one that is not there', async () => {
    calls.one.mockResolvedValue(null)
    show(routerAt(`${SUBMISSION}/99`))
    await screen.findByText('There is no submission 99')
    expect(screen.getByRole('link', { name: 'All submissions' })).toBeTruthy()
  })

  test('an address that can be none asks nothing', async () => {
    show(routerAt(`${SUBMISSION}/undefined`))
    await screen.findByText('There is no submission undefined')
    expect(calls.one).not.toHaveBeenCalled()
  })
})

describe('fixing in place', () => {
  const sentRows = async () => JSON.parse(await (calls.validate.mock.lastCall![0] as File).text())

  test('cells are written, validated after a pause, and sent as they stand', async () => {
    calls.validate.mockResolvedValueOnce(bad)
    calls.validate.mockResolvedValue(good)
    calls.send.mockResolvedValue(aSubmission())
    show(routerAt(SUBMISSION))
    await choose(fileNamed('pilot.csv'))
    const cell = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Row 3, iso3_code' })
    expect(cell.getAttribute('aria-invalid')).toBe('true')
    await userEvent.clear(cell)
    await userEvent.type(cell, 'BEN')
    expect(screen.getByText('was XXX')).toBeTruthy()
    await screen.findByText('2 layers ready to submit')
    expect(calls.validate).toHaveBeenCalledTimes(2)
    expect(await sentRows()).toEqual([
      { iso3_code: 'BEN', target: 'stunting' },
      { iso3_code: 'BEN', target: 'wasting' },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Submit 2 layers' }))
    await waitFor(() => expect(calls.send).toHaveBeenCalled())
    const { file } = calls.send.mock.lastCall![0] as { file: File }
    expect(file.name).toBe('pilot.json')
  })

  test('findings of a later validation stand at the rows that the person sees', async () => {
    calls.validate.mockResolvedValueOnce(bad)
    calls.validate.mockResolvedValue({
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

  test('the findings can be kept as a table', async () => {
    calls.validate.mockResolvedValue(bad)
    show(routerAt(SUBMISSION))
    await choose(fileNamed('pilot.csv'))
    await userEvent.click(await screen.findByRole('button', { name: 'Download as CSV' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'With a column of findings' }))
    const [text, name] = calls.save.mock.lastCall ?? []
    expect(name).toBe('pilot-findings.csv')
    expect(text).toContain('XXX,wasting,,"Row 3, column iso3_code: There is no country XXX. Write the three')
  })
})

describe('again', () => {
  const two = [
    aJob({ id: 11, status: 'completed' }),
    aJob({ id: 12, status: 'failed', reason: 'Too few clusters.' }),
  ]
  const done = aSubmission({
    status: 'failed',
    counts: { pending: 0, running: 0, completed: 1, failed: 1, cancelled: 0 },
  })
  const cell = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
  const lastBody = () => calls.call.mock.lastCall?.[1].body

  beforeEach(() => {
    calls.jobs.mockResolvedValue(pageOf(two))
    calls.one.mockResolvedValue(done)
    calls.validate.mockResolvedValue(good)
    calls.call.mockResolvedValue({ ...aSubmission({ id: 6, parent_id: 5, layers: 1 }), differences: {} })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('iso3_code,target')))
  })

  test('only what failed, at once; the new submission opens', async () => {
    const router = routerAt(`${SUBMISSION}/5`)
    show(router)
    await userEvent.click(await screen.findByRole('button', { name: 'Run again' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Only the failed (1 layer)' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`${SUBMISSION}/6`))
    expect(lastBody()).toEqual({ only_failed: true, only_unfinished: false, improves: false })
    expect(calls.call.mock.lastCall?.[2].headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  })

  test('a refusal is said', async () => {
    calls.call.mockRejectedValue(new ApiError(409, 'Submission 5 has no layers any more.'))
    show(routerAt(`${SUBMISSION}/5`))
    await userEvent.click(await screen.findByRole('button', { name: 'Run again' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Previous version (2 layers)' }))
    await screen.findByText('Submission 5 has no layers any more.')
  })

  test('viewers may not, on the page and by the address', async () => {
    calls.roles = ['viewer']
    show(routerAt(`${SUBMISSION}/5`))
    await screen.findByRole('heading', { level: 1, name: 'Benin pilot' })
    expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull()
  })

  test('viewers are told when they come by the address', async () => {
    calls.roles = ['viewer']
    show(routerAt(`${SUBMISSION}/5/again`))
    await screen.findByRole('heading', { name: 'You cannot run submissions' })
  })

  test('with changed values: only differences are sent, by the rows of the parent', async () => {
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

  test('an improvement queues only what changes, each row naming its job', async () => {
    show(routerAt(`${SUBMISSION}/5/again?mode=improve`))
    await screen.findByText(/^Change at least one cell/)
    expect(screen.queryByRole('textbox', { name: 'Row 3, target' })).toBeNull()
    const target = await cell('Row 2, target')
    await userEvent.type(target, '2')
    await screen.findByText('1 layer ready to submit')
    const validated = JSON.parse(await (calls.validate.mock.lastCall![0] as File).text())
    expect(validated).toEqual([{ iso3_code: 'BEN', target: 'stunting2', improves: '11' }])
    await userEvent.click(screen.getByRole('button', { name: 'Submit 1 layer' }))
    await waitFor(() => expect(calls.call).toHaveBeenCalled())
    expect(lastBody()).toMatchObject({
      improves: true,
      layers: [{ row: 2, values: { target: 'stunting2' } }],
    })
  })

  test('points files of the parent are not missed', async () => {
    const withFile = {
      ...good,
      columns: [...good.columns, 'survey'],
      rows: [{ row: 2, cells: { iso3_code: 'BEN', target: 'a', survey: 'p.csv' } }],
    }
    const missing = { severity: 'error' as const, row: 2, column: 'survey', message: 'Neither id nor file.' }
    calls.validate.mockResolvedValue({ ...withFile, valid: false, findings: [missing] })
    show(routerAt(`${SUBMISSION}/5/again`))
    await screen.findByText('1 layer ready to submit')
    const survey = await cell('Row 2, survey')
    await userEvent.type(survey, 'x')
    await screen.findByText('1 error in 1 layer')
  })

  test('a configuration that cannot be had can be asked for again', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ detail: 'The file is gone.' }, { status: 404 })),
    )
    show(routerAt(`${SUBMISSION}/5/again`))
    await screen.findByText('The file is gone.')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('a child shows its parent and what differs', async () => {
    calls.one.mockResolvedValue(aSubmission({ id: 6, parent_id: 5 }))
    calls.differences.mockResolvedValue({
      parent_id: 5,
      layers: [],
      cells: [{ row: 2, column: 'folds', before: '', after: '5' }],
    })
    show(routerAt(`${SUBMISSION}/6`))
    await screen.findByRole('heading', { name: 'Changes from submission 5' })
    const item = (await screen.findByText('folds')).closest('li')
    expect(item?.textContent).toBe('Row 2foldsempty5')
    expect(screen.getByRole('link', { name: 'Run again from submission 5' })).toBeTruthy()
  })
})
