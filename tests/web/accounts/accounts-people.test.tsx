import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { listUsers } from '#contract/accounts/accounts.ts'
import { listAudit, listAuditActions } from '#contract/audit.ts'
import * as contract from '#contract/accounts/people.ts'
import { ApiError } from '~/api/api-error.ts'
import { clearSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { aPerson, anAccount, anEntry } from '../support/accounts-fakes.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const people = [
  anAccount({ id: 1, name: 'Ada Lovelace', roles: [{ name: 'admin' }] }),
  anAccount({ id: 2, name: 'Grace Hopper' }),
  anAccount({ id: 3, name: 'Mary Somerville', status: 'waiting', roles: [], sessions: 0, submissions: 0 }),
  anAccount({ id: 4, name: 'Emmy Noether', status: 'disabled', sessions: 0 }),
]
const isList = (query: unknown) => (query as { limit: number }).limit === 10

beforeEach(() => {
  clearSnackbar()
  resetApi(['admin'])
  answer(listUsers, pageOf([aPerson([])]))
  answer(contract.listAccounts, ({ query }: { query: { limit: number } }) => {
    if (query.limit === 1) return pageOf(people.slice(2, 3), 1)
    return pageOf(query.limit === 1000 ? people.slice(0, 2) : people)
  })
  answer(
    listAudit,
    pageOf([
      anEntry({ id: 1, record_names: ['Ada Lovelace'] }),
      anEntry({ id: 2, user_id: null, user_name: null, action: 'login', result: 'denied', record: null }),
    ]),
  )
  answer(listAuditActions, pageOf(['login', 'password-change']))
})

const act = async (name: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

describe('only admins', () => {
  test.each([
    ['/people', 'Only admins can see people'],
    ['/audit', 'Only admins can see the audit'],
  ])('staff cannot open %s, and the service is not called', async (path, title) => {
    resetApi(['staff'])
    show(routerAt(path))
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.queryByRole('grid')).toBeNull()
    expect([...callsOf(contract.listAccounts), ...callsOf(listAudit)]).toEqual([])
  })

  test('link to the help on roles', async () => {
    show(routerAt('/people'))
    const link = await screen.findByRole('link', { name: /^What each role may do/ })
    expect(link.getAttribute('href')).toBe('/modeling#who-may')
  })

  test('only admins see the Administration menu', async () => {
    show(routerAt('/people'))
    const group = await screen.findByRole('list', { name: 'Administration' })
    expect(
      within(group)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['People', 'Place Groups', 'Audit'])
    cleanup()
    resetApi(['staff'])
    show(routerAt('/people'))
    await screen.findByRole('navigation', { name: 'Main' })
    expect(screen.queryByRole('list', { name: 'Administration' })).toBeNull()
  })

  test('an admin who has just lost the role sees why the list is closed', async () => {
    fail(contract.listAccounts, new ApiError(403, 'Your role does not allow this.'))
    show(routerAt('/people'))
    expect(await screen.findByText('You cannot see this list')).toBeTruthy()
  })
})

describe('People', () => {
  test('sends the filters in the address with the call', async () => {
    show(routerAt('/people?role=staff&status=waiting&name=mary&page=2'))
    await screen.findByRole('grid', { name: 'People' })
    expect(
      callsOf(contract.listAccounts)
        .map(({ query }) => query)
        .find(isList),
    ).toEqual({
      name: 'mary',
      role: ['staff'],
      status: ['waiting'],
      limit: 10,
      skip: 10,
      sort_by: 'name',
      sort_order: 'asc',
    })
    expect(screen.getByText('Status: Waiting')).toBeTruthy()
  })

  test('approves a waiting person with a role; the notice links to the list of those waiting', async () => {
    answer(contract.admitUser, { ...people[2]!, status: 'active', roles: [{ name: 'viewer' }] })
    const router = routerAt('/people')
    show(router)
    expect(await screen.findByText(/One person is waiting/)).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Approve Mary Somerville' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Viewer/ }))
    await waitFor(() =>
      expect(callsOf(contract.admitUser)).toEqual([{ params: { id: 3 }, body: { role: 'viewer' } }]),
    )
    expect(await screen.findByText(/Mary Somerville was approved as viewer/)).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Show' }))
    await waitFor(() => expect(router.state.location.href).toBe('/people?status=waiting'))
  })

  test('changes a role and undoes the change', async () => {
    answer(contract.setUserRoles, people[1]!)
    show(routerAt('/people'))
    await act('Grace Hopper', 'Change role')
    const dialog = within(await screen.findByRole('dialog', { name: 'Role of Grace Hopper' }))
    const send = dialog.getByRole('button', { name: 'Change role' })
    expect((send as HTMLButtonElement).disabled).toBe(true)
    await userEvent.click(dialog.getByRole('radio', { name: /^Viewer/ }))
    expect(dialog.getByText(/logs the person out everywhere/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('radio', { name: /^Admin/ }))
    expect(dialog.getByText(/nobody is logged out/)).toBeTruthy()
    await userEvent.click(send)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(callsOf(contract.setUserRoles)).toEqual([
        { params: { id: 2 }, body: { roles: ['admin'] } },
        { params: { id: 2 }, body: { roles: ['staff'] } },
      ]),
    )
    expect(await screen.findByText('The previous role of Grace Hopper was restored')).toBeTruthy()
  })

  // Contrast needs a browser: tests/e2e checks it in the dialogs that share these fields and buttons.
  test.each(['Change role', 'Disable', 'Hand over submissions'])(
    'the dialog of %s has names and roles throughout',
    async (item) => {
      show(routerAt('/people'))
      await act('Grace Hopper', item)
      const dialog = await screen.findByRole('dialog')
      await within(dialog).findAllByRole('button')
      const { violations } = await axe.run(dialog, { rules: { 'color-contrast': { enabled: false } } })
      expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
    },
  )

  test('disabling asks for a reason and can be undone', async () => {
    answer(contract.disableUser, people[1]!)
    answer(contract.enableUser, people[1]!)
    show(routerAt('/people'))
    await act('Grace Hopper', 'Disable')
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }))
    expect(await screen.findByText('Fill in this field.')).toBeTruthy()
    expect(callsOf(contract.disableUser)).toEqual([])
    await userEvent.type(await screen.findByLabelText('Reason'), 'Left the house')
    expect(screen.queryByText('Fill in this field.')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
    await waitFor(() =>
      expect(callsOf(contract.disableUser)).toEqual([
        { params: { id: 2 }, body: { reason: 'Left the house' } },
      ]),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(callsOf(contract.enableUser)).toEqual([{ params: { id: 2 } }]))
  })

  test('hands over work to another person whose role allows it', async () => {
    answer(contract.handOver, { msg: '3 submissions now belong to Ada.', submissions: 3, jobs: 5 })
    show(routerAt('/people'))
    await act('Grace Hopper', 'Hand over submissions')
    const to = await screen.findByLabelText('To')
    expect(
      within(to)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Choose a person', 'Ada Lovelace (person-1@strata.example)'])
    await userEvent.click(screen.getByRole('button', { name: 'Hand over' }))
    expect(await screen.findByText('Choose a person.')).toBeTruthy()
    await userEvent.selectOptions(to, '1')
    await userEvent.click(screen.getByRole('button', { name: 'Hand over' }))
    expect(await screen.findByText('3 submissions now belong to Ada.')).toBeTruthy()
    expect(callsOf(contract.handOver)).toEqual([{ params: { id: 2 }, body: { to_user_id: 1 } }])
  })

  test('offers the actions that suit each status, and none that would lock out yourself', async () => {
    show(routerAt('/people'))
    const offered = async (name: string) => {
      await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
      const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
      return items
    }
    expect(await offered('Ada Lovelace')).toEqual(['Change role', 'Hand over submissions'])
    expect(await offered('Grace Hopper')).toEqual([
      'Change role',
      'End sessions',
      'Hand over submissions',
      'Disable',
    ])
    expect(await offered('Mary Somerville')).toEqual(['Remove registration'])
    expect(await offered('Emmy Noether')).toEqual(['Hand over submissions', 'Enable again'])
  })

  test('after a registration is removed, the focus is on the actions of the next person', async () => {
    answer(contract.removeUser, () => {
      answer(contract.listAccounts, pageOf(people.filter(({ id }) => id !== 3)))
      return { msg: 'Removed.' }
    })
    show(routerAt('/people'))
    await act('Mary Somerville', 'Remove registration')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove registration' }))
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Actions for Emmy Noether'))
  })

  test('shows why the service rejected a removal, and keeps the dialog open', async () => {
    fail(contract.removeUser, new ApiError(409, 'This account was approved in the meantime.'))
    show(routerAt('/people'))
    await act('Mary Somerville', 'Remove registration')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove registration' }))
    expect(await screen.findByText('This account was approved in the meantime.')).toBeTruthy()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
})

describe('Audit', () => {
  test('lists the newest entries first and applies every filter', async () => {
    show(routerAt('/audit?who=1&what=login&record=jobs%3A42&result=denied&from=2026-11-01&to=2026-11-20'))
    const table = await screen.findByRole('grid', { name: 'Audit' })
    expect(callsOf(listAudit)[0]?.query).toEqual({
      who: [1],
      what: ['login'],
      record: 'jobs:42',
      result: ['denied'],
      from: '2026-11-01',
      to: '2026-11-20',
      limit: 10,
      skip: 0,
      sort_by: 'at',
      sort_order: 'desc',
    })
    expect(await within(table).findByText('Change the password')).toBeTruthy()
    expect(within(table).getByTitle('users:1').textContent).toBe('Ada Lovelace')
    expect(within(table).getByText('Not logged in')).toBeTruthy()
    expect(within(table).getByText('Log in')).toBeTruthy()
    expect(within(table).getByText('Denied')).toBeTruthy()
    expect(screen.getByText('Result: Denied')).toBeTruthy()
    expect(screen.getByText('Person: Ada Lovelace')).toBeTruthy()
  })

  test('links records by name to their screens; describes several, unknown and malformed ones in words', async () => {
    const key = 'ben-stunting-dhs-2018-r1-42'
    const entries: [action: string, record: string, names: (string | null)[] | null][] = [
      ['download', 'jobs:42,43,44', [key, null, 'ben-44']],
      ['run-again', 'submissions:3', ['Benin 2018']],
      ['download', 'zips:7', [null]],
      ['add-tags', 'tags:42', [key]],
      ['change-tag', 'tags:5', ['checked']],
      ['hand-over', 'people:1', ['Ada Lovelace']],
      ['listPeople', 'jobs:undefined', ['undefined']],
      ['download', 'jobs:ben-water-mics-2014-r1-9', ['ben-water-mics-2014-r1-9']],
      ['download', 'something else', null],
      ['process-asset', 'assets:8,9', ['rain.tif', 'sun.tif']],
      ['delete-asset', 'assets:77', [null]],
      ['change-band', 'bands:11', ['rain']],
      ['create-project', 'projects:4', ['Roads']],
      ['publish', 'interpolation:6', ['Benin water']],
      ['create-client', 'clients:1', ['Health Ministry']],
      ['upload-bands', 'band-uploads:3', null],
      ['change-view', 'saved-views:2', ['Drafts']],
      ['session-end', 'sessions:12', null],
      ['finish-upload', 'uploads:0c4f', [null]],
    ]
    answer(
      listAudit,
      pageOf([
        ...entries.map(([action, record, record_names], id) => anEntry({ id, action, record, record_names })),
        anEntry({
          id: 90,
          action: 'delete-client',
          record: 'clients:2',
          record_names: [null],
          result: 'rejected',
        }),
        anEntry({
          id: 91,
          action: 'download',
          record: 'jobs:43',
          record_names: [key],
          run_name: 'Second look',
        }),
      ]),
    )
    show(routerAt('/audit'))
    const table = await screen.findByRole('grid', { name: 'Audit' })
    const said = (record: string) => within(table).getByTitle(record).textContent
    expect(said('jobs:43')).toBe(`Job Second look ${key}`)
    expect(entries.map(([, record]) => said(record))).toEqual([
      `Job ${key}and 2 more`,
      'Submission 3 Benin 2018',
      'Job 7 (deleted)',
      `Job ${key}`,
      'Tag checked',
      'Ada Lovelace',
      'Job undefined',
      'Job ben-water-mics-2014-r1-9',
      'something else',
      'Raster rain.tifand 1 more',
      'Raster 77 (deleted)',
      'Band rain',
      'Project Roads',
      // There is no page of one product.
      'Product Benin water',
      'Client Health Ministry',
      'Bulk upload 3',
      'Saved view Drafts',
      'Session 12',
      'Upload (used or discarded)',
    ])
    expect(said('clients:2')).toBe('Client 2 (not found)')
    const href = (name: string) => within(table).getAllByRole('link', { name })[0]?.getAttribute('href')
    expect(href(key)).toBe(`/spatial-catalog/report/${key}`)
    expect(href('Submission 3')).toBe('/modeling/submission/3')
    expect(href('Raster rain.tif')).toBe('/modeling/raster-assets/8')
    expect(href('Band rain')).toBe('/raster/band-catalog/11')
    expect(href('Project Roads')).toBe('/projects/4')
    expect(href('Tag checked')).toBe('/tags?name=checked')
    expect(href('Ada Lovelace')).toBe('/people?name=Ada+Lovelace')
    expect(href('Client Health Ministry')).toBe('/projects/clients?name=Health+Ministry')
    expect(within(table).getByText('Run a submission again')).toBeTruthy()
    expect(within(table).getByText('List people')).toBeTruthy()
  })

  test('says why a call was rejected', async () => {
    const detail = 'Job 7 is final and would lose its mark. Nothing was changed.'
    answer(listAudit, pageOf([anEntry({ id: 1, action: 'final', result: 'rejected', detail })]))
    show(routerAt('/audit'))
    const table = within(await screen.findByRole('grid', { name: 'Audit' }))
    expect(table.getByTitle(detail).textContent).toBe(detail)
  })

  test('says between which projects a submission was moved', async () => {
    const detail = 'from no project to Roads (project 4)'
    answer(
      listAudit,
      pageOf([anEntry({ id: 1, action: 'move-submission', record: 'submissions:3', detail })]),
    )
    show(routerAt('/audit'))
    const table = within(await screen.findByRole('grid', { name: 'Audit' }))
    expect(table.getByText('Move a submission')).toBeTruthy()
    expect(table.getByTitle(detail).textContent).toBe(detail)
  })

  test('says when nothing is recorded yet, and offers to retry after an error', async () => {
    answer(listAudit, pageOf([]))
    show(routerAt('/audit'))
    expect(await screen.findByText('Nothing recorded yet')).toBeTruthy()
    cleanup()
    fail(listAudit, new ApiError(500, 'The database is resting.'))
    show(routerAt('/audit'))
    expect(await screen.findByText('The database is resting.')).toBeTruthy()
    answer(listAudit, pageOf([anEntry({ id: 1 })]))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('grid', { name: 'Audit' })).toBeTruthy()
  })
})
