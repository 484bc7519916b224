import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { getComic } from '#contract/app.ts'
import { listAssets } from '#contract/rasters/asset-list.ts'
import { getQueueSize, listJobs, pageJobs } from '#contract/jobs/jobs.ts'
import { listAccounts } from '#contract/accounts/people.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { cancelSubmission } from '#contract/submissions/submissions.ts'
import { cancelJob } from '#contract/jobs/jobs.ts'
import { ApiError } from '~/api/api-error.ts'
import { answer, callsOf, resetApi } from '../support/fake-api.ts'
import { FakeEventSource, aJob, aSubmission, pageOf } from '../support/submission-fakes.ts'

const { routerAt, show } = await import('../support/shell-router.tsx')

const failure = aJob({ id: 4, status: 'failed', reason: 'Too few clusters: 12 of 20.', submission_id: 9 })
function start(role: string) {
  resetApi([role])
  answer(getComic, { data: '', configured: false })
  answer(getQueueSize, { size: 0, running: 0 })
}
beforeEach(() => {
  start('staff')
  vi.stubGlobal('EventSource', FakeEventSource)
})
const attention = async () => within(await screen.findByRole('region', { name: 'Needs attention' }))

test('staff see their own failures that were not sent again, with the reason', async () => {
  answer(listJobs, pageOf([failure], 5))
  show(routerAt('/'))
  const card = await attention()
  expect(card.getByRole('link', { name: 'Benin pilot · stunting' }).getAttribute('href')).toBe(
    '/modeling/submission/9',
  )
  expect(card.getByText('Too few clusters: 12 of 20.')).toBeTruthy()
  expect(callsOf(listJobs)[0]?.query).toMatchObject({
    status: ['failed'],
    has_newer: false,
    app_user_id: [1],
    limit: 3,
  })
  expect(card.getByRole('link', { name: '4 more' }).getAttribute('href')).toBe(
    '/modeling/product-catalog?app_user_id=1&status=failed&has_newer=false&sort_order=desc',
  )
  expect(callsOf(listAccounts)).toEqual([])
})

test('counts your own rejected rasters and links to them', async () => {
  answer(listAssets, pageOf([], 2))
  show(routerAt('/'))
  const card = await attention()
  expect((await card.findByRole('link', { name: '2 rasters were rejected' })).getAttribute('href')).toBe(
    '/modeling/raster-assets?created_by=1&status=rejected',
  )
  expect(callsOf(listAssets)[0].query).toMatchObject({ status: ['rejected'], created_by: [1], limit: 1 })
})

test('admins see everyone’s failures and the people waiting for approval', async () => {
  start('admin')
  answer(listJobs, pageOf([failure]))
  answer(listAccounts, pageOf([], 2))
  show(routerAt('/'))
  const card = await attention()
  expect(
    (await card.findByRole('link', { name: '2 people are waiting for approval' })).getAttribute('href'),
  ).toBe('/people?status=waiting')
  expect(callsOf(listJobs)[0].query).toHaveProperty('app_user_id', undefined)
})

test('shows nothing if there is nothing to do, and nothing to viewers', async () => {
  start('viewer')
  answer(listJobs, pageOf([failure]))
  show(routerAt('/'))
  await screen.findByText('Layers that your colleagues submit appear here.')
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'New submission' })).toBeNull()
  expect(callsOf(listJobs)).toEqual([])
  expect(callsOf(listAssets)).toEqual([])
})

test('shows an error of the call and retries it', async () => {
  answer(listJobs, () => {
    throw new ApiError(503, 'The database is busy.')
  })
  show(routerAt('/'))
  const card = await attention()
  await card.findByText('The database is busy.')
  answer(listJobs, pageOf([failure]))
  await userEvent.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByRole('list', { name: 'Failed layers' })).toBeTruthy()
})

test('groups recent layers by submission, with progress', async () => {
  answer(
    pageJobs,
    pageOf([
      aJob({ id: 12, submission_id: 6, submission_title: 'Second try', status: 'running', fraction: 0.42 }),
      aJob({ id: 11, submission_id: 6, submission_title: 'Second try', target: 'wasting' }),
      aJob({ id: 10, submission_id: 5 }),
    ]),
  )
  show(routerAt('/'))
  const second = within(await screen.findByRole('region', { name: /^Second try \(/ }))
  expect(second.getAllByRole('listitem')).toHaveLength(2)
  expect(second.getByRole('link', { name: 'Second try' }).getAttribute('href')).toBe('/modeling/submission/6')
  expect(second.getByText('42 %')).toBeTruthy()
  const pilot = within(screen.getByRole('region', { name: /^Benin pilot \(/ }))
  expect(pilot.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'New submission' }).getAttribute('href')).toBe(
    '/modeling/submission',
  )
})

test('cancels the remaining layers of a submission after confirmation', async () => {
  answer(listSubmissions, pageOf([aSubmission()]))
  answer(cancelSubmission, { msg: '2 jobs are cancelled.' })
  show(routerAt('/modeling/submission/5'))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel all remaining' }))
  expect(callsOf(cancelSubmission)).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel 2 jobs' }))
  expect(await screen.findByText('2 jobs are cancelled.')).toBeTruthy()
  expect(callsOf(cancelSubmission)).toEqual([{ params: { id: 5 } }])
})

test.each([
  ['of another person', { owner_id: 2 }],
  ['that is done', { counts: { pending: 0, running: 0, completed: 1, failed: 0, cancelled: 1 } }],
])('offers nothing to cancel for a submission %s', async (_name, over) => {
  answer(listSubmissions, pageOf([aSubmission(over)]))
  show(routerAt('/modeling/submission/5'))
  await screen.findByRole('button', { name: 'Run again' })
  expect(screen.queryByRole('button', { name: 'Cancel all remaining' })).toBeNull()
})

test('asks before cancelling a running layer; cancels a pending one at once', async () => {
  answer(listSubmissions, pageOf([aSubmission()]))
  answer(cancelJob, { msg: 'Job 11 is cancelled.' })
  answer(listJobs, pageOf([aJob({ id: 11, status: 'pending' }), aJob({ id: 12, status: 'running' })]))
  show(routerAt('/modeling/submission/5'))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel ben-stunting-dhs-2018-r1-11' }))
  await waitFor(() => expect(callsOf(cancelJob)).toEqual([{ params: { id: 11 } }]))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel ben-stunting-dhs-2018-r1-12' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Let it run' }))
  expect(callsOf(cancelJob)).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel ben-stunting-dhs-2018-r1-12' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel 1 job' }))
  await waitFor(() => expect(callsOf(cancelJob)).toHaveLength(2))
})
