import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listUsers } from '#contract/accounts/accounts.ts'
import * as clientList from '#contract/projects/client-list.ts'
import * as clients from '#contract/projects/clients.ts'
import { FACETS } from '#contract/lists/facets.ts'
import * as projectList from '#contract/projects/project-list.ts'
import * as projects from '#contract/projects/projects.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { ApiError } from '~/api/api-error.ts'
import { openFilters } from '../support/open-filters.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { aProject } from '../support/project-fakes.ts'
import { aSubmission, pageOf } from '../support/submission-fakes.ts'
const { routerAt, show } = await import('../support/shell-router.tsx')

const people = ['Ada Lovelace', 'Grace Hopper'].map((name, at) => ({ id: at + 1, name, roles: [] }))

beforeEach(() => {
  resetApi()
  answer(listUsers, pageOf(people))
  answer(clientList.listClients, pageOf([{ id: 8, name: 'Health Ministry' }]))
  answer(projectList.listProjects, pageOf([aProject(), aProject({ id: 4, name: 'Old', submissions: 2 })]))
  answer(projects.getProject, aProject())
  answer(listSubmissions, pageOf([aSubmission({ project_id: 3, project_name: 'Nutrition 2026' })]))
})

test('the menu links to the list, which applies the filters in the address', async () => {
  show(routerAt('/projects?client_id=8&status=active&status=paused&member=1&name=nut&sort_by=end_date'))
  await screen.findByRole('grid', { name: 'Projects' })
  expect(document.title).toMatch(/^Projects/)
  expect(screen.getByRole('link', { name: 'Projects' }).getAttribute('href')).toBe('/projects')
  expect(screen.getByRole('link', { name: 'Clients' }).getAttribute('href')).toBe('/projects/clients')
  expect(callsOf(projectList.listProjects)[0]?.query).toMatchObject({
    client_id: [8],
    status: ['active', 'paused'],
    member: [1],
    name: 'nut',
    sort_by: 'end_date',
  })
  expect(await screen.findByText('Client: Health Ministry')).toBeTruthy()
  expect(screen.getAllByText('31 Jan 2026')).toHaveLength(2)
})

test('counts the projects of each option of a filter', async () => {
  answer(FACETS.listProjects, ({ query }: { query: { field: string } }) =>
    pageOf(query.field === 'client_id' ? [{ value: '8', count: 2 }] : [{ value: 'active', count: 5 }]),
  )
  show(routerAt('/projects?name=nutri'))
  await screen.findByRole('grid', { name: 'Projects' })
  const filters = await openFilters()
  await userEvent.click(filters.getByRole('button', { name: 'Status' }))
  await screen.findByRole('option', { name: /^Active, ?5$/ })
  await userEvent.click(filters.getByRole('button', { name: 'Client' }))
  await screen.findByRole('option', { name: /^Health Ministry, ?2$/ })
  expect(callsOf(FACETS.listProjects)).toEqual([
    { query: { name: 'nutri', field: 'status' } },
    { query: { name: 'nutri', field: 'client_id' } },
  ])
})

test('creates a project with its members and opens it', async () => {
  answer(projects.createProject, aProject())
  const router = routerAt('/projects/new')
  show(router)
  await userEvent.type(await screen.findByLabelText('Name'), ' Nutrition 2026 ')
  await userEvent.selectOptions(screen.getByLabelText('Client'), 'Health Ministry')
  await userEvent.type(screen.getByLabelText('Start date'), '2026-01-31')
  await userEvent.click(screen.getByRole('button', { name: 'Choose people' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Grace Hopper' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Create project' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/3'))
  expect(callsOf(projects.createProject)).toEqual([
    {
      body: {
        name: 'Nutrition 2026',
        client_id: 8,
        status: 'active',
        start_date: '2026-01-31',
        end_date: null,
        description: '',
        funding: '',
        data_selection: '',
        data_sharing: '',
        members: [2],
      },
    },
  ])
})

test('a form with invalid values sends nothing and shows which', async () => {
  show(routerAt('/projects/new'))
  await userEvent.type(await screen.findByLabelText('Start date'), '2026-02-02')
  await userEvent.type(screen.getByLabelText('End date'), '2026-02-01')
  await userEvent.click(screen.getByRole('button', { name: 'Create project' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Name: Fill in this field.')
  expect(alert.textContent).toContain('End date: The end must not be before the start.')
  expect(callsOf(projects.createProject)).toEqual([])
})

test('asks before a changed form is left, and not before an unchanged one', async () => {
  const router = routerAt('/projects/3/edit')
  show(router)
  const name = () => screen.findByLabelText('Name') as Promise<HTMLInputElement>
  await userEvent.type(await name(), ' changed')
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Stay' }))
  expect((await name()).value).toBe('Nutrition 2026 changed')
  expect(router.state.location.pathname).toBe('/projects/3/edit')

  await userEvent.click(screen.getByRole('link', { name: 'Tags' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/tags'))

  await act(() => router.navigate({ to: '/projects/$id/edit', params: { id: '3' } }))
  expect((await name()).value).toBe('Nutrition 2026')
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/tags'))
})

test('sends only what was changed, so that nobody else’s change is overwritten', async () => {
  show(routerAt('/projects/3/edit'))
  const name = await screen.findByLabelText('Name')
  await userEvent.type(name, ' B')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(callsOf(projects.changeProject)).toEqual([
      { params: { id: 3 }, body: { name: 'Nutrition 2026 B' } },
    ]),
  )
})

test('sends the members that were added and removed, so that those whom others add stay', async () => {
  show(routerAt('/projects/3/edit'))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Ada Lovelace' }))
  await userEvent.click(screen.getByRole('button', { name: 'Choose people' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Grace Hopper' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Remove Ada Lovelace' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(callsOf(projects.changeProject)).toEqual([
      { params: { id: 3 }, body: { add_members: [2], remove_members: [1] } },
    ]),
  )
})

test('shows a rejection at its field', async () => {
  fail(projects.changeProject, new ApiError(409, 'Taken.', [{ field: 'name', message: 'Choose another.' }]))
  show(routerAt('/projects/3/edit'))
  const name = (await screen.findByLabelText('Name')) as HTMLInputElement
  expect(name.value).toBe('Nutrition 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Remove Ada Lovelace' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findAllByText(/Choose another\./)).toHaveLength(2)
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(callsOf(projects.changeProject)[0]).toMatchObject({
    params: { id: 3 },
    body: { remove_members: [1] },
  })
})

test('its page lists its submissions and starts new ones for this project', async () => {
  show(routerAt('/projects/3?status=failed'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Nutrition 2026' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Nutrition 2026 – Project – Strata'))
  await screen.findByRole('grid', { name: 'Submissions' })
  expect(callsOf(listSubmissions)[0]?.query).toMatchObject({ project_id: [3], status: ['failed'] })
  expect(screen.getByRole('link', { name: 'New submission' }).getAttribute('href')).toBe(
    '/modeling/submission?project_id=3',
  )
  expect(screen.getByText('Stunting and wasting.')).toBeTruthy()
})

test('deleting asks for confirmation; a project with submissions cannot be deleted', async () => {
  answer(projects.deleteProject, { msg: "'Nutrition 2026' was deleted." })
  show(routerAt('/projects'))
  const open = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  }
  await open('Old')
  const used = within(await screen.findByRole('dialog', { name: 'Old is in use' }))
  expect(used.queryByRole('button', { name: 'Delete project' })).toBeNull()
  expect(used.getByRole('link', { name: 'Show its submissions' }).getAttribute('href')).toBe('/projects/4')
  await userEvent.keyboard('{Escape}')
  await open('Nutrition 2026')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete project' }))
  expect(await screen.findByText("'Nutrition 2026' was deleted.")).toBeTruthy()
  expect(callsOf(projects.deleteProject)).toEqual([{ params: { id: 3 } }])
})

test.each(['/projects/9', '/projects/x', '/projects/9/edit'])(
  'says that the project at %s does not exist',
  async (path) => {
    fail(projects.getProject, new ApiError(404, 'There is no project 9.'))
    show(routerAt(path))
    expect(await screen.findByText('This project does not exist')).toBeTruthy()
    await waitFor(() => expect(document.title).toMatch(/^This project does not exist/))
  },
)

test('viewers see projects and no actions', async () => {
  resetApi(['viewer'])
  answer(projectList.listProjects, pageOf([aProject()]))
  answer(projects.getProject, aProject())
  answer(clientList.listClients, pageOf([{ id: 8, name: 'Health Ministry' }]))
  const router = routerAt('/projects')
  show(router)
  await screen.findByRole('grid', { name: 'Projects' })
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'New project' })).toBeNull()
  await router.navigate({ to: '/projects/new' })
  expect(await screen.findByText('Viewers cannot create projects')).toBeTruthy()
  await router.navigate({ to: '/projects/$id/edit', params: { id: '3' } })
  expect(await screen.findByText('Viewers cannot edit projects')).toBeTruthy()
  await router.navigate({ to: '/projects/clients' })
  await screen.findByRole('grid', { name: 'Clients' })
  expect(screen.queryByRole('button', { name: /^(Rename|Delete|New client)/ })).toBeNull()
})

test('creates, renames and deletes clients, and shows why one with projects cannot be deleted', async () => {
  answer(clients.createClient, { id: 9, name: 'Water Board' })
  answer(clients.changeClient, { id: 8, name: 'Ministry of Health' })
  fail(clients.deleteClient, new ApiError(409, "'Health Ministry' has one project."))
  show(routerAt('/projects/clients'))
  await userEvent.click(await screen.findByRole('button', { name: 'New client' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create client' }))
  expect(await screen.findAllByText(/Fill in this field\./)).toHaveLength(2)
  await userEvent.type(screen.getByLabelText('Name'), 'Water Board')
  await userEvent.click(screen.getByRole('button', { name: 'Create client' }))
  expect(await screen.findByText('Water Board was created.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Rename Health Ministry' }))
  const name = await screen.findByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Ministry of Health')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('Health Ministry is now Ministry of Health.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Delete Health Ministry' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete client' }))
  expect(await screen.findByText("'Health Ministry' has one project.")).toBeTruthy()
  expect(callsOf(clients.createClient)).toEqual([{ body: { name: 'Water Board' } }])
  expect(callsOf(clients.changeClient)).toEqual([{ params: { id: 8 }, body: { name: 'Ministry of Health' } }])
})

test('shows an error with a retry, then says that there are none yet', async () => {
  fail(projectList.listProjects, new ApiError(503, 'The database is busy.'))
  show(routerAt('/projects'))
  expect(await screen.findByText('The database is busy.')).toBeTruthy()
  answer(projectList.listProjects, pageOf([]))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No projects yet')).toBeTruthy()
})
