import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '~/api/api-error.ts'
import { routerAt, show } from '../../support/shell-router.tsx'
import { aJob, pageOf } from '../../support/submission-fakes.ts'
import {
  CATALOG,
  answerJobs,
  failWith,
  lastQuery,
  prepareCatalog,
  showJobs,
  table,
} from '../../support/product-catalog.ts'

const GALLERY = `${CATALOG}?gallery=true`
const gallery = () => screen.findByRole('list', { name: 'Jobs, gallery' })
const cards = async () => within(await gallery()).getAllByRole('listitem')

beforeEach(() => {
  prepareCatalog()
  showJobs([
    aJob({ id: 11, final: true, verdict: 'adm1' }),
    aJob({ id: 12, status: 'failed', reason: 'The survey has only 10 clusters.' }),
  ])
})

describe('the gallery', () => {
  test('is a form of the list that the address keeps; Back returns to the table', async () => {
    const router = routerAt(`${CATALOG}?iso3_code=BEN`)
    show(router)
    await table()
    await userEvent.click(screen.getByRole('radio', { name: 'Gallery' }))
    await gallery()
    expect(router.state.location.search).toMatchObject({ gallery: true, iso3_code: 'BEN' })
    expect(lastQuery()).not.toHaveProperty('gallery')
    router.history.back()
    await table()
    expect(screen.getByRole('radio', { name: 'Table' })).toHaveProperty('checked', true)
  })

  test('a card has the map, name, country, verdict, status and the final mark, and leads to the report', async () => {
    const router = routerAt(GALLERY)
    show(router)
    const [completed, failed] = (await cards()).map((card) => within(card))
    const { job_key, country } = aJob({ id: 11 })
    const map = completed!.getByRole('img', { name: `Map of ${country}` })
    expect(map.getAttribute('src')).toBe(`/api/v1/modeling/v1/jobs/by-key/${job_key}/thumbnail`)
    for (const text of [country, 'ADM1', 'Completed', 'Final'])
      expect(completed!.getByText(text), text).toBeTruthy()
    // What is not completed asks for no picture.
    expect(failed!.getByRole('img', { name: `No map of ${country}` }).tagName).toBe('SPAN')
    expect(failed!.getByText('The survey has only 10 clusters.')).toBeTruthy()
    expect(failed!.queryByText('Final')).toBeNull()
    const link = completed!.getAllByRole('link')[0]!
    expect(link.getAttribute('href')).toContain(`/spatial-catalog/report/${job_key}`)
    link.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/spatial-catalog/report/${job_key}`))
  })

  test('a map that does not arrive leaves a mark in its place', async () => {
    show(routerAt(GALLERY))
    const [card] = await cards()
    fireEvent.error(within(card!).getByRole('img'))
    const { country } = aJob({ id: 11 })
    expect(within(card!).getByRole('img', { name: `No map of ${country}` }).tagName).toBe('SPAN')
  })

  test('cards are selected like rows, and the selection stays in the table', async () => {
    show(routerAt(GALLERY))
    const [card] = await cards()
    await userEvent.click(within(card!).getByRole('checkbox'))
    expect(screen.getByRole('region', { name: 'Selected rows' }).textContent).toContain('1 selected')
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }))
    const grid = within(await table())
    expect(grid.getByRole('row', { selected: true })).toBeTruthy()
  })

  test('is sorted by the View menu, which has no columns to choose', async () => {
    const router = routerAt(GALLERY)
    show(router)
    await gallery()
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Status')
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ sort_by: 'status', gallery: true }),
    )
    expect(screen.queryByRole('checkbox', { name: 'Only columns that differ' })).toBeNull()
  })

  test('shows grey cards while it loads, then what the table would say instead of rows', async () => {
    let release!: () => void
    const held = new Promise<void>((resolve) => (release = resolve))
    answerJobs((() => held.then(() => pageOf([], 0))) as never)
    show(routerAt(GALLERY))
    expect((await gallery()).getAttribute('aria-busy')).toBe('true')
    expect(await cards()).toHaveLength(10)
    release()
    await screen.findByText('No jobs yet')
  })

  test('shows an error with Try again', async () => {
    failWith(new ApiError(503, 'The database does not answer.'))
    show(routerAt(GALLERY))
    await screen.findByText('The database does not answer.')
    showJobs([aJob({ id: 1 })])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await gallery()
  })
})
