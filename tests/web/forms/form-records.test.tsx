import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listAssetFindings } from '#contract/rasters/asset-findings.ts'
import { getAsset, getAssetLayout } from '#contract/rasters/assets.ts'
import { listProducts } from '#contract/interpolation/interpolation-list.ts'
import { countProducts, listCatalogCountries } from '#contract/interpolation/interpolation.ts'
import * as people from '#contract/accounts/people.ts'
import { anAccount } from '../support/accounts-fakes.ts'
import { aProduct } from '../support/catalog-fakes.ts'
import { answer, resetApi } from '../support/fake-api.ts'
import { aLayout, anAsset } from '../support/raster-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

beforeEach(() => {
  resetApi(['admin'])
  sessionStorage.clear()
  answer(
    people.listAccounts,
    pageOf([
      anAccount({ id: 1, name: 'Ada Lovelace' }),
      anAccount({ id: 2, name: 'Grace Hopper' }),
      anAccount({ id: 3, name: 'Emmy Noether' }),
    ]),
  )
  answer(listProducts, pageOf([1, 2, 3].map((id) => aProduct({ id }))))
  answer(countProducts, 3)
  answer(listCatalogCountries, pageOf([{ iso3_code: 'NGA', name: 'Nigeria', products: 3 }]))
  answer(getAsset, anAsset({ id: 1 }))
  answer(getAssetLayout, { as_sent: aLayout(), as_stored: aLayout() })
  const warning = { severity: 'warning', code: 'constant', message: 'Every cell holds 4.', help: '' } as const
  answer(
    listAssetFindings,
    pageOf([
      { ...warning, band: 1, message: 'Band 1 holds 4.' },
      { ...warning, band: 2, message: 'Band 2 holds 4.' },
    ]),
  )
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const actOn = (item: string) => async (person: string) => {
  await press(`Actions for ${person}`)
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const withProducts = (name: RegExp) => async (ids: string) => {
  for (const id of ids)
    await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`Water ${id}$`) }))
  await userEvent.click(await screen.findByRole('button', { name }))
}
const typeIn = (label: string) => async () =>
  userEvent.type(await within(await screen.findByRole('dialog')).findByLabelText(label), '2')

test.each([
  ['/people', 'Disable', actOn('Disable'), typeIn('Reason'), 'Grace Hopper', 'Emmy Noether'],
  [
    '/people',
    'Hand over',
    actOn('Hand over submissions'),
    async () => userEvent.selectOptions(await screen.findByLabelText('To'), '1'),
    'Grace Hopper',
    'Emmy Noether',
  ],
  ['/spatial-catalog', 'Edit', withProducts(/^Edit$/), typeIn('Version'), '12', '13'],
  ['/spatial-catalog', 'Custom stack', withProducts(/^Custom stack/), typeIn('Name'), '12', '13'],
  [
    '/modeling/raster-assets/1',
    'Accept',
    (band: string) => press(`Accept: Band ${band} holds 4.`),
    typeIn('Reason'),
    '1',
    '2',
  ],
])('%s, %s: a draft is offered for its own record only', async (path, _, open, enter, one, other) => {
  show(routerAt(path))
  await open(one)
  await enter()
  const stored = Object.entries(sessionStorage) as [string, string][]
  expect(stored).toHaveLength(1)
  /** As after a reload: leaving the form would have ended the draft. */
  const reopen = async (record: string) => {
    cleanup()
    for (const [key, value] of stored) sessionStorage.setItem(key, value)
    show(routerAt(path))
    await open(record)
    await screen.findByRole('dialog')
    return screen.queryAllByRole('button', { name: 'Restore what you entered' })
  }
  expect(await reopen(other)).toEqual([])
  expect(await reopen(one)).toHaveLength(1)
})
