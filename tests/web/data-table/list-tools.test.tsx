import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { listJobs } from '#contract/jobs/jobs.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { answer, resetApi } from '../support/fake-api.ts'
import { FakeEventSource, aJob, aSubmission, pageOf } from '../support/submission-fakes.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
const { routerAt, show } = await import('../support/shell-router.tsx')

beforeEach(() => {
  resetApi()
  vi.stubGlobal('EventSource', FakeEventSource)
  answer(listTags, pageOf([{ id: 1, name: 'pilot', colour: '#1dd3b0', jobs: 3 }]))
  answer(listJobs, pageOf([aJob({ id: 1 })]))
  answer(listSubmissions, pageOf([aSubmission({ id: 5 })]))
})

const openExport = async (path: string) => {
  show(routerAt(path))
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  return within(await screen.findByRole('dialog'))
}
const hrefOf = (dialog: Awaited<ReturnType<typeof openExport>>, name: string) =>
  dialog.getByRole('link', { name }).getAttribute('href')

test('all rows are exported with the filters and the sort of the address, in either format', async () => {
  const dialog = await openExport('/tags?name=pil&sort_order=desc&page=1&dense=true')
  expect(dialog.getByRole('heading', { name: 'Export tags' })).toBeTruthy()
  expect(
    dialog.getByText('The one row that matches the filters, with every field. At most 100,000 rows.'),
  ).toBeTruthy()
  expect(Object.fromEntries(new URLSearchParams(hrefOf(dialog, 'Download CSV')?.split('?')[1]))).toEqual({
    sort_by: 'name',
    sort_order: 'desc',
    name: 'pil',
    format: 'csv',
    describe: 'true',
  })
  await userEvent.click(dialog.getByRole('checkbox', { name: /byte-order mark, for Excel/ }))
  expect(hrefOf(dialog, 'Download CSV')).toMatch(/format=csv&describe=true&bom=true$/)
  await userEvent.click(dialog.getByRole('radio', { name: 'Excel' }))
  expect(dialog.queryByRole('checkbox', { name: /byte-order mark/ })).toBeNull()
  await userEvent.click(dialog.getByRole('checkbox', { name: /Write the filters/ }))
  expect(hrefOf(dialog, 'Download Excel')).toMatch(/^\/api\/v1\/tags\/export\?.*format=xlsx&describe=false$/)
})

test('only the columns that the table shows are exported, by their fields, if wanted', async () => {
  const dialog = await openExport('/tags?columns=jobs')
  await userEvent.click(dialog.getByRole('radio', { name: 'As shown' }))
  expect(dialog.getByText(/matches the filters, with the columns of the table/)).toBeTruthy()
  const query = new URLSearchParams(hrefOf(dialog, 'Download CSV')?.split('?')[1])
  expect(query.getAll('columns')).toEqual(['name', 'jobs'])
})

test('jobs have no limit as CSV', async () => {
  const dialog = await openExport('/modeling/product-catalog?status=failed&status=running')
  expect(dialog.getByText(/There is no limit/)).toBeTruthy()
  expect(hrefOf(dialog, 'Download CSV')).toMatch(
    /^\/api\/v1\/modeling\/v1\/jobs\/export\?.*status=failed&status=running/,
  )
})

test('more rows than an export may hold are named, and cannot be downloaded', async () => {
  answer(listTags, {
    ...pageOf([{ id: 1, name: 'pilot', colour: '#1dd3b0', jobs: 3 }]),
    totalElements: 100_001,
  })
  const dialog = await openExport('/tags')
  expect(dialog.getByText('100,001 rows match. Narrow the filters to at most 100,000.')).toBeTruthy()
  expect(dialog.getByText('Download CSV').getAttribute('aria-disabled')).toBe('true')
})

test('the layers of a submission are exported without those of others', async () => {
  const dialog = await openExport('/modeling/submission/5')
  expect(hrefOf(dialog, 'Download CSV')).toContain('submission_id=5')
  expect(dialog.getByLabelText('The curl command').textContent).toContain('submission_id=5')
})

test("the page's call is copied as a curl command", async () => {
  const user = userEvent.setup()
  show(routerAt('/tags?name=it%27s&page=1'))
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Copy as curl' }))
  expect(await screen.findByText('The curl command was copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(
    [
      'curl -sS --fail-with-body -H "Authorization: Bearer $STRATA_TOKEN" \\',
      `  "$STRATA_API"'/tags?name=it%27s&sort_by=name&sort_order=asc&limit=10&skip=0'`,
    ].join('\n'),
  )
})
