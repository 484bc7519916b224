import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Judgement } from '#contract/submissions.ts'
import { ApiError } from '~/api/api-error.ts'
import { FakeEventSource, aJob, aSubmission, pageOf } from './submission-fakes.ts'

const calls = vi.hoisted(() => ({
  jobs: vi.fn(),
  submissions: vi.fn(),
  one: vi.fn(),
  cancel: vi.fn(),
  judge: vi.fn(),
  send: vi.fn(),
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
  cancelJob: calls.cancel,
}))
vi.mock('~/server/submissions.functions.ts', () => ({
  submissionsQuery: (query: unknown) => ({
    queryKey: ['submissions', 'list', query],
    queryFn: () => calls.submissions(query),
  }),
  submissionQuery: (id: number) => ({ queryKey: ['submissions', 'one', id], queryFn: () => calls.one(id) }),
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
vi.mock('~/components/submissions/judge-file.ts', () => ({ judgeFile: calls.judge }))
vi.mock('~/components/submissions/send-file.ts', () => ({ sendFile: calls.send }))
const { routerAt, show } = await import('./shell-router.tsx')
// A busy machine is no failure.
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 20_000 })

const SUBMISSION = '/modeling/submission'
const good: Judgement = {
  valid: true,
  columns: ['iso3_code', 'target', 'tags'],
  rows: [
    { row: 2, cells: { iso3_code: 'BEN', target: 'stunting', tags: '' } },
    { row: 3, cells: { iso3_code: 'BEN', target: 'wasting', tags: '' } },
  ],
  findings: [],
}
const bad: Judgement = {
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
    calls.judge.mockResolvedValue(bad)
    show(routerAt(SUBMISSION))
    await choose(fileNamed('pilot.csv'))
    await screen.findByText('2 errors, 1 warning in 2 layers')
    const grid = screen.getByRole('table', { name: 'Configuration' })
    const cell = within(grid).getByRole('cell', { name: /XXX/ })
    expect(cell.getAttribute('aria-invalid')).toBe('true')
    expect(cell.textContent).toContain('There is no country XXX.')
    expect(cell.textContent).toContain('Write the three letters of ISO 3166')
    expect(within(grid).getByRole('columnheader', { name: /round/ }).textContent).toContain('not in the file')
    expect(within(grid).queryByRole('columnheader', { name: 'tags' })).toBeNull()
    const findings = within(screen.getByRole('list', { name: 'Findings' }))
    expect(findings.getAllByRole('listitem')[0].textContent).toContain('Row 3, column iso3_code')
    await userEvent.click(findings.getByRole('button', { name: 'Row 3, column iso3_code' }))
    expect(document.activeElement).toBe(cell)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit 2 layers' }).disabled).toBe(true)
  })

  test('a good one is sent once, and leads to its page', async () => {
    calls.judge.mockResolvedValue(good)
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

  test('points files are judged along', async () => {
    calls.judge.mockResolvedValue(good)
    calls.send.mockResolvedValue(aSubmission())
    show(routerAt(SUBMISSION))
    await choose(fileNamed('a.csv'))
    await screen.findByText('2 layers ready to submit')
    await userEvent.upload(screen.getByLabelText(/^Add points files/), fileNamed('points.csv'))
    await screen.findByRole('button', { name: 'Remove points.csv' })
    await waitFor(() => expect(calls.judge).toHaveBeenCalledTimes(2))
    const [file, surveys] = calls.judge.mock.lastCall ?? []
    expect([file.name, surveys.map((one: File) => one.name)]).toEqual(['a.csv', ['points.csv']])
  })

  test('what can be no configuration is told at once', async () => {
    show(routerAt(SUBMISSION))
    await choose(fileNamed('points.shp'))
    await screen.findByText(/‘points.shp’ is no configuration/)
    await choose(fileNamed('empty.csv', ''))
    await screen.findByText(/‘empty.csv’ is empty/)
    expect(calls.judge).not.toHaveBeenCalled()
  })

  test('a refusal by the service stands with its sentence', async () => {
    const errors = [{ row: 2, column: 'seed', message: 'A formula.', help: 'Paste its value.' }]
    calls.judge.mockRejectedValue(new ApiError(422, 'The workbook cannot be read.', errors))
    show(routerAt(SUBMISSION))
    await choose(fileNamed('a.xlsx'))
    await screen.findByText('The workbook cannot be read.')
    expect(screen.getByText('Row 2: A formula. Paste its value.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('a service that is away may be asked again', async () => {
    calls.judge.mockRejectedValueOnce(new ApiError(0, ''))
    calls.judge.mockResolvedValue(good)
    show(routerAt(SUBMISSION))
    await choose(fileNamed('a.csv'))
    await screen.findByText('Something went wrong, please try again')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('2 layers ready to submit')
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
    expect(screen.getByRole('navigation', { name: 'Breadcrumbs' }).textContent).toBe('ModelingSubmission5')
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

  test('a late event of a former attempt changes nothing', async () => {
    calls.jobs.mockResolvedValue(
      pageOf([aJob({ id: 11, status: 'running', attempt: 2, step: 'Fitting again' })]),
    )
    show(routerAt(`${SUBMISSION}/5`))
    await screen.findByText('Fitting again, attempt 2')
    FakeEventSource.all[0]?.job({ id: 11, attempt: 1, status: 'failed', reason: 'Lost.' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByText('Lost.')).toBeNull()
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
