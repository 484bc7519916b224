import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { listJobs } from '#contract/jobs/jobs.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { listEveryTag, listTags } from '#contract/projects/tag-list.ts'
import * as tags from '#contract/projects/tags.ts'
import { ApiError } from '~/api/api-error.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { FakeEventSource, aJob, aSubmission, pageOf } from '../support/submission-fakes.ts'
const { routerAt, show } = await import('../support/shell-router.tsx')

const pilot = { id: 1, name: 'pilot', colour: '#1dd3b0', jobs: 3 }
const draft = { id: 2, name: 'draft', colour: '#51637a', jobs: 1204 }
const unused = { jobs: 0, submissions: 0, products: 0, job_ids: [], product_ids: [] }

beforeEach(() => {
  resetApi()
  vi.stubGlobal('EventSource', FakeEventSource)
  answer(listTags, pageOf([draft, pilot]))
  answer(listEveryTag, pageOf([draft, pilot]))
  answer(tags.getTagUse, { ...unused, jobs: 3, submissions: 2, products: 1, job_ids: [9], product_ids: [4] })
})

const choose = async (name: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('the list takes the filter of the address; a tag leads to its layers', async () => {
  show(routerAt('/tags?name=pil&sort_order=desc'))
  const table = within(await screen.findByRole('grid', { name: 'Tags' }))
  expect(document.title).toMatch(/^Tags/)
  expect(callsOf(listTags)[0]?.query).toMatchObject({ name: 'pil', sort_order: 'desc', limit: 10 })
  expect(table.getByRole('link', { name: 'pilot' }).getAttribute('href')).toBe(
    '/modeling/product-catalog?tags=pilot',
  )
  expect(table.getByText('Teal')).toBeTruthy()
  expect(table.getByText(/^1.204$/)).toBeTruthy()
})

test('a tag is created, and the service’s objection is shown at the name', async () => {
  fail(tags.createTag, new ApiError(409, 'Taken.', [{ field: 'name', message: 'There is one already.' }]))
  show(routerAt('/tags'))
  await userEvent.click(await screen.findByRole('button', { name: 'New tag' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'one, two')
  await userEvent.click(screen.getByRole('button', { name: 'Create tag' }))
  expect(await screen.findAllByText(/1 to 50 characters without a comma/)).toHaveLength(2)
  expect(callsOf(tags.createTag)).toEqual([])
  await userEvent.clear(screen.getByLabelText('Name'))
  await userEvent.click(screen.getByRole('radio', { name: 'Gold' }))
  // The summary takes the focus from the field.
  await userEvent.type(screen.getByLabelText('Name'), 'pilot{Enter}')
  expect(await screen.findAllByText(/There is one already/)).toHaveLength(2)
  expect(callsOf(tags.createTag)).toEqual([{ body: { name: 'pilot', colour: '#c99700' } }])
})

test('a new name can be undone', async () => {
  answer(tags.changeTag, { ...pilot, name: 'pilot 2026' })
  show(routerAt('/tags'))
  await choose('pilot', 'Rename or recolour')
  const name = await screen.findByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'pilot 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(callsOf(tags.changeTag)).toEqual([
      { params: { id: 1 }, body: { name: 'pilot 2026' } },
      { params: { id: 1 }, body: { name: 'pilot' } },
    ]),
  )
})

test('nothing is sent if nothing was changed', async () => {
  show(routerAt('/tags'))
  await choose('pilot', 'Rename or recolour')
  await screen.findByLabelText('Name')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf(tags.changeTag)).toEqual([])
})

test('deleting shows where the tag is used, then takes it off everything', async () => {
  answer(tags.deleteTag, { msg: "'pilot' was deleted." })
  show(routerAt('/tags'))
  await choose('pilot', 'Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete pilot?' }))
  expect((await dialog.findByRole('link', { name: '3 layers' })).getAttribute('href')).toBe(
    '/modeling/product-catalog?tags=pilot',
  )
  expect(dialog.getByRole('link', { name: '1 product' }).getAttribute('href')).toBe(
    '/spatial-catalog?tags=pilot',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Remove and delete' }))
  expect(await screen.findByText("'pilot' was deleted.")).toBeTruthy()
  expect(callsOf(tags.deleteTag)).toEqual([{ params: { id: 1 }, query: { even_if_used: true } }])
})

test('after a tag is deleted, the focus is on the next one', async () => {
  answer(tags.deleteTag, () => {
    answer(listTags, pageOf([pilot]))
    return { msg: "'draft' was deleted." }
  })
  show(routerAt('/tags'))
  await choose('draft', 'Delete')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove and delete' }))
  await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Actions for pilot'))
  expect(screen.queryByRole('button', { name: 'Actions for draft' })).toBeNull()
})

test('a tag that came into use meanwhile is not deleted', async () => {
  answer(tags.getTagUse, unused)
  fail(tags.deleteTag, new ApiError(409, "'draft' is used by 1 job; nothing was deleted."))
  show(routerAt('/tags'))
  await choose('draft', 'Delete')
  await screen.findByText('No layer or product has this tag.')
  await userEvent.click(screen.getByRole('button', { name: 'Delete tag' }))
  expect(await screen.findByText(/nothing was deleted/)).toBeTruthy()
  expect(callsOf(tags.deleteTag)[0]).toMatchObject({ query: { even_if_used: false } })
})

test('a tag is merged into another one, never into itself', async () => {
  answer(tags.mergeTag, { msg: "'pilot' was merged into 'draft'." })
  show(routerAt('/tags'))
  await choose('pilot', 'Merge into another tag')
  const into = await screen.findByLabelText('Merge into')
  expect([...into.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
    'Choose a tag',
    'draft',
  ])
  expect((screen.getByRole('button', { name: 'Merge' }) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.selectOptions(into, 'draft')
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }))
  expect(await screen.findByText("'pilot' was merged into 'draft'.")).toBeTruthy()
  expect(callsOf(tags.mergeTag)).toEqual([{ params: { id: 1 }, body: { into_id: 2 } }])
})

test('viewers see where a tag is used and change nothing', async () => {
  resetApi(['viewer'])
  answer(listTags, pageOf([pilot]))
  answer(tags.getTagUse, unused)
  show(routerAt('/tags'))
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for pilot' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['Where used'])
  await userEvent.click(items[0] as HTMLElement)
  expect(await screen.findByText('No layer or product has this tag.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New tag' })).toBeNull()
})

test('nothing yet, then a failure that can be retried', async () => {
  fail(listTags, new ApiError(503, 'The database is busy.'))
  show(routerAt('/tags'))
  expect(await screen.findByText('The database is busy.')).toBeTruthy()
  answer(listTags, pageOf([]))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No tags yet')).toBeTruthy()
})

test('a whole submission is tagged with one call, and Undo takes the tag off again', async () => {
  answer(listSubmissions, pageOf([aSubmission()]))
  answer(listJobs, pageOf([aJob({ id: 11, tags: [] }), aJob({ id: 12 })]))
  answer(tags.addSubmissionTags, { msg: 'Tagged 2 jobs with 1 tag.' })
  answer(tags.removeSubmissionTags, { msg: 'Removed the tags from 2 jobs.' })
  answer(tags.addTags, { msg: 'Tagged 1 job with 1 tag.' })
  answer(tags.removeTags, { msg: 'Removed the tags from 1 job.' })
  show(routerAt('/modeling/submission/5?page_size=25&status=failed'))
  await userEvent.click(await screen.findByRole('button', { name: 'Tag all layers' }))
  await screen.findByRole('dialog', { name: 'Tags of all layers of Benin pilot' })
  await userEvent.click(await screen.findByLabelText('draft'))
  expect(callsOf(listJobs).at(-1)?.query).toMatchObject({ submission_id: [5], limit: 1000 })
  await userEvent.click(screen.getByLabelText(/^pilot/))
  await userEvent.click(screen.getByRole('button', { name: 'Save tags' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(callsOf(tags.removeSubmissionTags)).toEqual([{ body: { submission_id: 5, tags: ['draft'] } }]),
  )
  expect(callsOf(tags.addSubmissionTags)).toEqual([{ body: { submission_id: 5, tags: ['draft'] } }])
  expect(callsOf(tags.addTags)).toEqual([{ body: { job_ids: [11], tags: ['pilot'] } }])
})
