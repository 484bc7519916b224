import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listCountries } from '#contract/places/countries.ts'
import { FACETS } from '#contract/lists/facets.ts'
import { listTargets } from '#contract/jobs/jobs.ts'
import { ApiError } from '~/api/api-error.ts'
import { countries } from '../../support/catalog-fakes.ts'
import { answer, callsOf, fail } from '../../support/fake-api.ts'
import { openFilters } from '../../support/open-filters.ts'
import { routerAt, show } from '../../support/shell-router.tsx'
import { aJob, pageOf } from '../../support/submission-fakes.ts'
import { CATALOG, lastQuery, prepareCatalog, showJobs, table } from '../../support/product-catalog.ts'

beforeEach(prepareCatalog)

describe('filters', () => {
  test('finds a country whatever the accents', async () => {
    answer(listCountries, {
      ...countries,
      content: [...countries.content, { ...countries.content[0], iso3_code: 'REU', name: 'Réunion' }],
    })
    show(routerAt(CATALOG))
    await table()
    await userEvent.click((await openFilters()).getByRole('button', { name: 'Country' }))
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search Country' }), 'reunion')
    await screen.findByRole('option', { name: /Réunion/ })
    expect(screen.queryByRole('option', { name: /Benin/ })).toBeNull()
  })

  test('chooses countries by name with the keyboard; Back undoes everything chosen while it was open', async () => {
    const router = routerAt(`${CATALOG}?page=3`)
    show(router)
    await table()
    screen.getByRole('button', { name: 'Filter' }).focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Country' })
    await waitFor(() => expect(document.activeElement?.textContent?.trim()).toBe('Country'))
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement?.textContent?.trim()).toBe('Data description')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    const field = await screen.findByRole('combobox', { name: 'Search Country' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await userEvent.keyboard('ben{Enter}')
    await screen.findByText('Country: Benin')
    expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=BEN`)
    await userEvent.clear(screen.getByRole('combobox', { name: 'Search Country' }))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await screen.findByText('Country: Kenya')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Filter 2 set'))
    await waitFor(() => expect(lastQuery()).toMatchObject({ iso3_code: ['BEN', 'KEN'], skip: 0 }))
    router.history.back()
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?page=3`))
    expect(screen.queryByText('Country: Benin')).toBeNull()
  })

  test('what another filter changes is another step back', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click((await openFilters()).getByRole('button', { name: 'Country' }))
    await userEvent.click(await screen.findByRole('option', { name: /Benin/ }))
    await userEvent.click((await openFilters()).getByRole('button', { name: /^Status/ }))
    expect(screen.queryByRole('listbox', { name: 'Country' })).toBeNull()
    await userEvent.click(await screen.findByRole('option', { name: /^Failed/ }))
    await screen.findByRole('button', { name: 'Filter 2 set' })
    expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=BEN&status=failed`)
    router.history.back()
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=BEN`))
    // A name that is clicked again closes its fields.
    await userEvent.click((await openFilters()).getByRole('button', { name: /^Status/ }))
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('offers the statuses of the service; an unknown one keeps its own name', async () => {
    show(routerAt(CATALOG))
    await table()
    await userEvent.click((await openFilters()).getByRole('button', { name: 'Status' }))
    const options = within(await screen.findByRole('listbox')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent?.replace(/, [\d,]+$/, ''))).toEqual([
      'Pending',
      'Running',
      'Completed',
      'Failed',
      'paused',
    ])
  })

  test('counts the jobs of each option when the filter opens, by the other filters', async () => {
    show(routerAt(`${CATALOG}?iso3_code=BEN&page=2`))
    await table()
    expect(callsOf(FACETS.listJobs)).toEqual([])
    await userEvent.click((await openFilters()).getByRole('button', { name: 'Status' }))
    await screen.findByRole('option', { name: /^Failed, ?1,204$/ })
    expect(screen.getByRole('option', { name: /^Running, ?0$/ })).toBeTruthy()
    expect(callsOf(FACETS.listJobs)).toEqual([{ query: { iso3_code: ['BEN'], field: 'status' } }])
  })

  test('a long list starts with the options that jobs have', async () => {
    answer(listTargets, pageOf(Array.from('abcdefghijk', (letter) => `target-${letter}`)))
    answer(FACETS.listJobs, pageOf([{ value: 'target-k', count: 7 }]))
    show(routerAt(CATALOG))
    await table()
    await userEvent.click((await openFilters()).getByRole('button', { name: 'Target' }))
    await screen.findByRole('option', { name: /^target-k, ?7$/ })
    const list = within(screen.getByRole('listbox', { name: 'Target' }))
    const options = list.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options.slice(0, 3)).toEqual(['target-k, 7', 'target-a, 0', 'target-b, 0'])
  })

  test('options without counts are as useful', async () => {
    fail(FACETS.listJobs, new ApiError(503, 'The database does not answer.'))
    show(routerAt(CATALOG))
    await table()
    await userEvent.click((await openFilters()).getByRole('button', { name: 'Target' }))
    await userEvent.click(await screen.findByRole('option', { name: 'water' }))
    await screen.findByText('Target: water')
  })

  test('a chip removes its value, and Clear all removes every value', async () => {
    const router = routerAt(`${CATALOG}?iso3_code=BEN&iso3_code=KEN&app_user_id=2&is_overfit=false`)
    show(router)
    await screen.findByText('Person: Grace Hopper')
    expect(screen.getByText('Overfit: No')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Country: Benin' }))
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({ app_user_id: [2], iso3_code: ['KEN'], is_overfit: false }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(router.state.location.href).toBe(CATALOG))
  })

  test('two chips removed at once are both gone', async () => {
    const router = routerAt(`${CATALOG}?iso3_code=BEN&iso3_code=KEN&status=failed`)
    show(router)
    await screen.findByText('Country: Kenya')
    const remove = ['Benin', 'Kenya'].map((name) =>
      screen.getByRole('button', { name: `Remove Country: ${name}` }),
    )
    act(() => remove.forEach((button) => button.click()))
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?status=failed`))
  })

  test('announces how many rows a change shows, not what it opened with', async () => {
    show(routerAt(`${CATALOG}?iso3_code=BEN`))
    await table()
    const said = () => screen.queryByText(/jobs match|^12 jobs$/)
    expect(said()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(said()?.textContent).toBe('31 jobs match, page 2 of 4'))
    expect(said()?.closest('output')?.className).toBe('sr-only')
    showJobs([aJob({ id: 21 })], 12)
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(said()?.textContent).toBe('12 jobs'))
  })

  test('a period stays relative in the address; days replace it, and the other way round', async () => {
    const router = routerAt(`${CATALOG}?submit_date_start=2026-01-01`)
    show(router)
    await table()
    await userEvent.click((await openFilters()).getByRole('button', { name: /^Submitted/ }))
    await userEvent.click(await screen.findByRole('radio', { name: 'Last 7 days' }))
    await screen.findByText('Submitted: Last 7 days')
    expect(router.state.location.href).toBe(`${CATALOG}?submitted=last_7_days`)
    expect(lastQuery()).toMatchObject({ submitted: 'last_7_days' })
    fireEvent.change(screen.getByLabelText('Until, inclusive'), { target: { value: '2026-02-01' } })
    await screen.findByText('Submitted until: 1 Feb 2026')
    expect(router.state.location.href).toBe(`${CATALOG}?submit_date_end=2026-02-01`)
  })

  test('with several tags, rows can need all of them or any', async () => {
    const router = routerAt(`${CATALOG}?tags=pilot`)
    show(router)
    await table()
    await userEvent.click((await openFilters()).getByRole('button', { name: /^Tag/ }))
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search Tag' }), 'checked{Enter}')
    await userEvent.click(await screen.findByRole('radio', { name: 'Any of these' }))
    await screen.findByText('Tag (any): checked')
    expect(lastQuery()).toMatchObject({ tags: ['pilot', 'checked'], tags_match: 'any' })
    await userEvent.click(screen.getByRole('button', { name: 'Remove Tag (any): pilot' }))
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?tags=checked`))
  })

  test('offers the targets of the jobs', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click((await openFilters()).getByRole('button', { name: 'Target' }))
    await userEvent.click(await screen.findByRole('option', { name: /^water/ }))
    await screen.findByText('Target: water')
    expect(lastQuery()).toMatchObject({ target: ['water'] })
    expect(router.state.location.href).toBe(`${CATALOG}?target=water`)
  })

  test('ranges of metrics, a share in percent, an error of it in points', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click((await openFilters()).getByRole('button', { name: 'Metrics' }))
    await userEvent.type(await screen.findByRole('spinbutton', { name: 'R², block folds from' }), '0.3')
    await screen.findByText('R², block folds: at least 0.3')
    await userEvent.type(screen.getByRole('spinbutton', { name: 'Coverage of 95 %, block folds to' }), '92.9')
    await screen.findByText('Coverage of 95 %, block folds: at most 92.9 %')
    const rmse = screen.getByRole('group', { name: 'RMSE, block folds, in percentage points' })
    const most = within(rmse).getByRole('spinbutton', { name: 'RMSE, block folds to' })
    await userEvent.type(most, '13.5')
    await screen.findByText('RMSE, block folds: at most 13.5 points')
    expect(lastQuery()).toMatchObject({ rmse_block_max: 0.135 })
    await userEvent.clear(most)
    expect(lastQuery()).toMatchObject({ r2_block_min: 0.3, coverage_block_max: 0.929 })
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'R², block folds from' }))
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('r2_block_min'))
    expect(router.state.location.href).toBe(`${CATALOG}?coverage_block_max=0.929`)
  })

  test('filters with typed values', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click((await openFilters()).getByRole('button', { name: 'Round' }))
    await userEvent.type(await screen.findByRole('combobox', { name: 'Add Round' }), '01{Enter}')
    await screen.findByText('Round: 01')
    expect(lastQuery()).toMatchObject({ round: ['01'] })
    expect(router.state.location.href).toBe(`${CATALOG}?round=01`)
  })
})
