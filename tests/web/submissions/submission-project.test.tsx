import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listCountries } from '#contract/places/countries.ts'
import { listJobs } from '#contract/jobs/jobs.ts'
import * as projectList from '#contract/projects/project-list.ts'
import { getProject } from '#contract/projects/projects.ts'
import { type Submission, listSubmissions } from '#contract/submissions/submission-list.ts'
import { moveSubmission } from '#contract/submissions/submissions.ts'
import { listEveryTag } from '#contract/projects/tag-list.ts'
import { addSubmissionTags } from '#contract/projects/tags.ts'
import { ApiError } from '~/api/api-error.ts'
import { countries } from '../support/catalog-fakes.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { aProject } from '../support/project-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { FakeEventSource, aJob, aSubmission, pageOf } from '../support/submission-fakes.ts'

const LIST = '/modeling/submission'
/** What the service has. */
let stored: Submission

const projects = [
  aProject(),
  aProject({ id: 4, name: 'Roads', client_name: null }),
  aProject({ id: 5, name: 'Closed', status: 'completed' }),
]

function reset(role = 'staff') {
  resetApi([role])
  stored = aSubmission({ project_id: 3, project_name: 'Nutrition 2026' })
  answer(listSubmissions, ({ query }: { query: { project_id?: number[] } }) =>
    pageOf(query.project_id && !query.project_id.includes(stored.project_id ?? 0) ? [] : [stored]),
  )
  answer(listJobs, pageOf([aJob({ id: 11, tags: [] }), aJob({ id: 12, tags: [] })]))
  answer(listCountries, countries)
  answer(listEveryTag, pageOf([{ id: 1, name: 'pilot', colour: '#1dd3b0' }]))
  answer(projectList.listProjects, pageOf(projects))
  answer(getProject, ({ params }: { params: { id: number } }) => projects.find(({ id }) => id === params.id)!)
  answer(moveSubmission, ({ body }: { body: { project_id: number | null } }) => {
    const project = projects.find(({ id }) => id === body.project_id)
    return (stored = { ...stored, project_id: body.project_id, project_name: project?.name ?? null })
  })
}
beforeEach(() => {
  reset()
  vi.stubGlobal('EventSource', FakeEventSource)
})

const openMenu = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Actions for Benin pilot' }))
const fromMenu = async (name: string) => {
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}
const choose = async (project: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Project of Benin pilot' }))
  const field = await dialog.findByRole<HTMLSelectElement>('combobox', { name: 'Project' })
  await dialog.findByRole('option', { name: project })
  await userEvent.selectOptions(field, project)
  await userEvent.click(dialog.getByRole('button', { name: 'Change project' }))
}
const sent = (...places: (number | null)[]) =>
  places.map((project_id) => ({ params: { id: 5 }, body: { project_id } }))

describe('changing the project of a submission', () => {
  test('from its page: shown at once, and Undo takes it back', async () => {
    let respond = () => {}
    const asked = new Promise<void>((resolve) => (respond = resolve))
    answer(moveSubmission, async () => {
      await asked
      return (stored = { ...stored, project_id: 4, project_name: 'Roads' })
    })
    show(routerAt(`${LIST}/5`))
    await userEvent.click(await screen.findByRole('button', { name: 'Change project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Project of Benin pilot' }))
    expect(dialog.getByRole('button', { name: 'Change project' })).toHaveProperty('disabled', true)
    expect(dialog.queryByRole('option', { name: /Closed/ })).toBeNull()
    await choose('Roads')
    const link = await screen.findByRole('link', { name: 'Roads' })
    expect(link.getAttribute('href')).toBe('/projects/4')
    expect(screen.queryByText('Benin pilot is now in Roads')).toBeNull()
    respond()
    await screen.findByText('Benin pilot is now in Roads')
    answer(moveSubmission, () => (stored = { ...stored, project_id: 3, project_name: 'Nutrition 2026' }))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Benin pilot is now in Nutrition 2026')
    await screen.findByRole('link', { name: 'Nutrition 2026' })
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(callsOf(moveSubmission)).toEqual(sent(4, 3))
  })

  test('out of its project, from the menu of its row', async () => {
    show(routerAt(LIST))
    await fromMenu('Change project')
    await choose('No project')
    await screen.findByText('Benin pilot is no longer in a project')
    expect(callsOf(moveSubmission)).toEqual(sent(null))
  })

  test('on the page of its project, the submission leaves the list, and the project is read again', async () => {
    let respond = () => {}
    const asked = new Promise<void>((resolve) => (respond = resolve))
    answer(moveSubmission, async () => {
      await asked
      return (stored = { ...stored, project_id: 4, project_name: 'Roads' })
    })
    const router = routerAt('/projects/3')
    show(router)
    await fromMenu('Change project')
    const before = callsOf(getProject).length
    await choose('Roads')
    await screen.findByText('No submissions yet')
    expect(screen.queryByRole('link', { name: 'Benin pilot' })).toBeNull()
    respond()
    await screen.findByText('Benin pilot is now in Roads')
    await waitFor(() => expect(callsOf(getProject).length).toBeGreaterThan(before))
    await router.navigate({ to: '/projects/$id', params: { id: '4' } })
    await screen.findByRole('link', { name: 'Benin pilot' })
  })

  test('a rejected move is taken back and says why', async () => {
    fail(moveSubmission, new ApiError(422, 'There is no project 4.'))
    show(routerAt('/projects/3'))
    await fromMenu('Change project')
    await choose('Roads')
    await screen.findByText('There is no project 4. Nothing was changed.')
    await screen.findByRole('link', { name: 'Benin pilot' })
  })

  test('says why the projects could not be loaded, and offers to retry', async () => {
    fail(projectList.listProjects, new ApiError(503, 'The database is busy.'))
    show(routerAt(`${LIST}/5`))
    await userEvent.click(await screen.findByRole('button', { name: 'Change project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Project of Benin pilot' }))
    await dialog.findByText('The database is busy.')
    answer(projectList.listProjects, pageOf(projects))
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await dialog.findByRole('option', { name: 'Roads' })
  })

  test.each([
    ['staff', { owner_id: 2 }],
    ['viewer', {}],
  ] as const)('is not offered to %s who do not own it', async (role, over) => {
    reset(role)
    stored = { ...stored, ...over }
    show(routerAt(LIST))
    await openMenu()
    await screen.findByRole('menuitem', { name: 'Open submission' })
    expect(screen.queryByRole('menuitem', { name: 'Change project' })).toBeNull()
    expect(screen.queryAllByRole('menuitem', { name: 'Tag all layers' })).toHaveLength(
      role === 'staff' ? 1 : 0,
    )
  })

  test('is offered to admins', async () => {
    reset('admin')
    stored = { ...stored, owner_id: 2 }
    show(routerAt(`${LIST}/5`))
    await screen.findByRole('button', { name: 'Change project' })
  })
})

test('the menu of a row tags all layers of its submission', async () => {
  answer(addSubmissionTags, { msg: '2 jobs are tagged.' })
  show(routerAt(LIST))
  await fromMenu('Tag all layers')
  await screen.findByRole('dialog', { name: 'Tags of all layers of Benin pilot' })
  await userEvent.click(await screen.findByLabelText(/^pilot/))
  await userEvent.click(screen.getByRole('button', { name: 'Save tags' }))
  await screen.findByText('2 jobs are tagged.')
  expect(callsOf(addSubmissionTags)).toEqual([{ body: { submission_id: 5, tags: ['pilot'] } }])
})
