import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '~/api/api-error.ts'
import { routerAt, show } from '../../support/shell-router.tsx'
import { aJob, pageOf } from '../../support/submission-fakes.ts'
import {
  CATALOG,
  answerJobs,
  failWith,
  prepareCatalog,
  showJobs,
  table,
} from '../../support/product-catalog.ts'

beforeEach(prepareCatalog)

describe('states', () => {
  test('a page past the end says so and offers the last page', async () => {
    answerJobs(({ skip }) => pageOf(skip > 30 ? [] : [aJob({ id: 31 })], 31))
    const router = routerAt(`${CATALOG}?page=9`)
    show(router)
    await screen.findByText('There is no page 9')
    await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }))
    await table()
    expect(router.state.location.href).toBe(`${CATALOG}?page=4`)
    expect(screen.getByText('row 31 of 31')).toBeTruthy()
  })

  test('says when nothing matches and when there are no jobs yet', async () => {
    showJobs([], 0)
    const router = routerAt(`${CATALOG}?final=true`)
    show(router)
    await screen.findByText('No jobs match these filters')
    await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }))
    await screen.findByText('No jobs yet')
    expect(screen.getByRole('link', { name: 'New submission' })).toBeTruthy()
    // Where nothing is there to filter, to sort or to turn, only the next step is shown.
    expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  })

  test('a single short page has no pagination', async () => {
    showJobs([aJob({ id: 1 })])
    show(routerAt(CATALOG))
    await screen.findByText('row 1 of 1')
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull()
  })

  test('shows an error in the table with the service’s message and Try again', async () => {
    failWith(new ApiError(503, 'The database does not answer.'))
    show(routerAt(CATALOG))
    await screen.findByText('The database does not answer.')
    showJobs([aJob({ id: 1 })])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await table()
  })

  test('names the filters that the service rejects, and removes them one by one', async () => {
    failWith(
      new ApiError(422, 'round must be a number.', [
        { field: 'round.0', message: 'round must be a number.' },
        { field: 'junk', message: "'junk' is not known here." },
        { field: 'sort_by', message: 'sort_by must be one of id.' },
      ]),
    )
    const router = routerAt(`${CATALOG}?iso3_code=BEN&round=x&sort_by=target&page=3`)
    show(router)
    const rejected = await screen.findByRole('list', { name: 'Rejected filters' })
    expect(
      within(rejected)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Round: round must be a number.Remove Round', 'Sort: sort_by must be one of id.Remove Sort'])
    await userEvent.click(within(rejected).getByRole('button', { name: 'Remove Sort' }))
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=BEN&round=x`))
    showJobs([aJob({ id: 1 })])
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Round' }))
    await table()
    expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=BEN`)
  })

  test('says who can help if the list is forbidden', async () => {
    failWith(new ApiError(403, 'Your role may not list jobs.'))
    show(routerAt(CATALOG))
    await screen.findByText('You cannot see this list')
  })
})
