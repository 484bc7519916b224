import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Asset, listAssets } from '#contract/rasters/asset-list.ts'
import { listAssetFindings } from '#contract/rasters/asset-findings.ts'
import { getAsset } from '#contract/rasters/assets.ts'
import { listBands } from '#contract/rasters/band-list.ts'
import { getBand } from '#contract/rasters/bands.ts'
import { listCollections } from '#contract/rasters/collection-list.ts'
import { getCollection } from '#contract/rasters/collections.ts'
import { listCountries } from '#contract/places/countries.ts'
import { listProcessed, processAsset } from '#contract/rasters/processed.ts'
import { ApiError } from '~/api/api-error.ts'
import { aCollection } from '../support/collection-fakes.ts'
import { accept, answer, callsOf, resetApi } from '../support/fake-api.ts'
import { aBand, anAsset } from '../support/raster-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const nigeria = {
  name: 'Nigeria',
  iso3_code: 'NGA',
  iso2_code: 'NG',
  numeric_code: '566',
  region: 'Africa',
  sub_region: null,
  intermediate_region: null,
  bounds: null,
}
const asks = (roles: readonly string[] = ['staff']) => {
  resetApi(roles)
  answer(listCountries, pageOf([nigeria]))
  answer(listAssets, pageOf([anAsset({ id: 1 }), anAsset({ id: 2, iso3_codes: [], created_by: 9 })], 12))
  answer(listProcessed, pageOf([anAsset({ id: 3, processed_from: 1 })]))
  answer(listCollections, pageOf([]))
  answer(listBands, pageOf([aBand({ id: 11 })]))
  answer(getAsset, anAsset({ id: 1 }))
  answer(getBand, aBand({ id: 11 }))
}
beforeEach(() => asks())

const title = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('Processed Rasters', () => {
  test('lists them and processes a band with the chosen method', async () => {
    answer(processAsset, { asset: anAsset({ id: 8, name: 'rain_30s.tif' }), method: 'sum', findings: [] })
    show(routerAt('/raster/processed-rasters'))
    const table = within(await screen.findByRole('grid', { name: 'Processed rasters' }))
    expect(table.getByRole('link', { name: 'asset 1' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Process a raster' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Process a raster' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    expect(await dialog.findByText('Choose an asset.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Find an asset'), 'eleva')
    await waitFor(() => expect(callsOf(listAssets).at(-1)?.query).toMatchObject({ name: 'eleva', limit: 50 }))
    await userEvent.selectOptions(await dialog.findByLabelText('Asset'), '1')
    expect(dialog.queryByText('Choose an asset.')).toBeNull()
    await userEvent.selectOptions(dialog.getByLabelText('Method'), 'sum')
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    await dialog.findByText('Processed by sum')
    expect(callsOf(processAsset)).toEqual([
      { body: { asset_id: 1, band: 1, method: 'sum', name: undefined } },
    ])
    expect(dialog.getByRole('link', { name: 'rain_30s.tif' }).getAttribute('href')).toBe(
      '/modeling/raster-assets/8',
    )
  })

  test('shows the progress of the processing', async () => {
    const made = { id: 9, name: 'rain_30s.tif', processed_from: 1, size: null, sha256: null, bands: [] }
    let asset = anAsset({ ...made, status: 'inspecting', fraction: 0.37 })
    answer(getAsset, ({ params: { id } }: { params: { id: number } }) => (id === 9 ? asset : anAsset({ id })))
    answer(listAssetFindings, pageOf([]))
    accept(processAsset, anAsset({ ...made, status: 'received' }))
    show(routerAt('/modeling/raster-assets/1'))
    await title('nga_elevation_1.tif')
    await userEvent.click(screen.getByRole('button', { name: 'Process' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Process nga_elevation_1.tif' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    const bar = await dialog.findByRole('progressbar', { name: 'Processing' })
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('37'))
    asset = anAsset({ ...made, size: 10, sha256: 'a'.repeat(64) })
    await dialog.findByText('Processed')
    expect(dialog.getByRole('link', { name: 'rain_30s.tif' })).toBeTruthy()
  })

  test('processes a band to the grid of a collection, cut to a country', async () => {
    answer(processAsset, {
      asset: anAsset({ id: 8, name: 'rain_grid5_ben.tif' }),
      method: 'sum',
      findings: [],
    })
    answer(listCollections, pageOf([aCollection({ id: 5, name: 'benin' })]))
    show(routerAt('/modeling/raster-assets/1'))
    await title('nga_elevation_1.tif')
    await userEvent.click(screen.getByRole('button', { name: 'Process' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Process nga_elevation_1.tif' }))
    await dialog.findByRole('option', { name: 'Collection benin' })
    await userEvent.selectOptions(dialog.getByLabelText('Grid'), '5')
    await userEvent.selectOptions(await dialog.findByLabelText('Area'), 'NGA')
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    await dialog.findByText('Processed by sum')
    expect(callsOf(processAsset)[0].body).toMatchObject({ asset_id: 1, collection_id: 5, iso3_code: 'NGA' })
  })

  test('processes several selected rasters, and shows which were rejected and why', async () => {
    const two = {
      bands: [1, 2].map((band_index) => ({ id: band_index, name: `b${band_index}`, band_index })),
    }
    answer(
      listAssets,
      pageOf([anAsset({ id: 1 }), anAsset({ id: 2, ...two }), anAsset({ id: 3, status: 'rejected' })]),
    )
    answer(processAsset, ({ body }: { body: { asset_id: number } }) => {
      if (body.asset_id === 1) throw new ApiError(422, 'The raster does not overlap Benin.')
      return { asset: anAsset({ id: 8, name: 'b2_30s.tif' }), method: 'average' as const, findings: [] }
    })
    show(routerAt('/modeling/raster-assets'))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Process 2 of 3' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Process 2 rasters' }))
    expect(dialog.queryByLabelText('Name of the new band')).toBeNull()
    await userEvent.selectOptions(dialog.getByLabelText('Band of nga_elevation_2.tif'), '2')
    await userEvent.click(dialog.getByRole('button', { name: 'Process 2 bands' }))
    await dialog.findByText('1 raster is being processed')
    expect(dialog.getByRole('link', { name: 'b2_30s.tif' })).toBeTruthy()
    expect(dialog.getByText('1 of 2 cannot be processed')).toBeTruthy()
    expect(dialog.getByText(/does not overlap Benin/)).toBeTruthy()
    expect(callsOf(processAsset).map(({ body }) => body)).toMatchObject([
      { asset_id: 1, band: 1 },
      { asset_id: 2, band: 2 },
    ])
    // The rejected one can be corrected and sent again.
    await userEvent.selectOptions(dialog.getByLabelText('Method'), 'nearest')
    expect(Object.values(sessionStorage).join()).toContain('nearest')
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    await waitFor(() => expect(callsOf(processAsset)).toHaveLength(3))
    expect(callsOf(processAsset)[2].body).toMatchObject({ asset_id: 1, method: 'nearest' })
  })

  const RECIPE = { asset_id: 1, band: 1, method: 'sum' as const, name: 'rain_30s', collection_id: 5 }

  /** The page of a raster that was processed onto the grid of a collection. */
  async function openResult(about: Partial<Asset>, collection = aCollection({ id: 5, name: 'benin' })) {
    const made = anAsset({ id: 9, name: 'rain_30s.tif', ...about })
    answer(getAsset, ({ params: { id } }: { params: { id: number } }) => (id === 9 ? made : anAsset({ id })))
    answer(getCollection, collection)
    answer(listCollections, pageOf([collection]))
    answer(processAsset, { asset: anAsset({ id: 10, name: 'rain_30s_v2.tif' }), method: 'sum', findings: [] })
    show(routerAt('/modeling/raster-assets/9'))
    await title('rain_30s.tif')
  }

  async function openAgain() {
    await userEvent.click(screen.getByRole('button', { name: 'Process again' }))
    return within(await screen.findByRole('dialog', { name: 'Process again: rain_30s.tif' }))
  }

  test('processes again by the recipe of a result, which its page shows', async () => {
    const recipe = { ...RECIPE, iso3_code: 'NGA' }
    await openResult({ processed_from: 1, processed_from_name: 'rain.tif', recipe })
    expect(await screen.findByRole('link', { name: 'rain.tif' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'benin' })).toBeTruthy()
    expect(screen.getByText(/, cut to Nigeria/)).toBeTruthy()
    const dialog = await openAgain()
    await userEvent.click(await dialog.findByRole('button', { name: 'Process the band' }))
    await dialog.findByText('Processed by sum')
    expect(callsOf(processAsset)[0].body).toEqual({ ...recipe, name: 'rain_30s_v2' })
  })

  test('says when the collection whose grid a result has was changed since', async () => {
    const recipe = { ...RECIPE, collection_version: 2 }
    await openResult({ recipe }, aCollection({ id: 5, name: 'benin', version: 3 }))
    expect(await screen.findByText(/, version 2 \(now at version 3\)/)).toBeTruthy()
    const dialog = await openAgain()
    await dialog.findByText('The collection is now at version 3')
    await userEvent.selectOptions(dialog.getByLabelText('Grid'), '')
    expect(dialog.queryByText('The collection is now at version 3')).toBeNull()
    await userEvent.selectOptions(dialog.getByLabelText('Grid'), '5')
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    await dialog.findByText('Processed by sum')
    expect(callsOf(processAsset)[0].body).not.toHaveProperty('collection_version')
  })

  test('cannot process again what was made from a raster that is gone', async () => {
    const recipe = { asset_id: 1, band: 1, method: 'sum' as const, name: 'rain_30s' }
    const made = anAsset({ id: 9, name: 'rain_30s.tif', status: 'rejected', recipe })
    answer(getAsset, ({ params: { id } }: { params: { id: number } }) => {
      if (id === 9) return made
      throw new ApiError(404, 'There is no raster asset 1.')
    })
    show(routerAt('/modeling/raster-assets/9'))
    await title('rain_30s.tif')
    const dialog = await openAgain()
    await dialog.findByText('There is no raster asset 1.')
  })

  test('lists what is being processed with its progress, and no file to download', async () => {
    const made = anAsset({ id: 9, processed_from: 1, status: 'inspecting', fraction: 0.37, size: null })
    answer(listProcessed, pageOf([made]))
    show(routerAt('/raster/processed-rasters'))
    const table = within(await screen.findByRole('grid', { name: 'Processed rasters' }))
    expect(await table.findByText('Processing 37%')).toBeTruthy()
    await userEvent.click(table.getByRole('button', { name: /^Actions for/ }))
    await screen.findByRole('menuitem', { name: 'Open' })
    expect(screen.queryByRole('menuitem', { name: 'Download' })).toBeNull()
  })

  test('shows why the processing failed', async () => {
    const made = { id: 9, processed_from: 1, size: null, bands: [] }
    const sentence = 'The raster is in an unknown CRS.'
    accept(processAsset, anAsset({ ...made, status: 'received' }))
    show(routerAt('/modeling/raster-assets/1'))
    await title('nga_elevation_1.tif')
    answer(getAsset, anAsset({ ...made, status: 'rejected' }))
    answer(listAssetFindings, pageOf([{ severity: 'error', band: null, message: sentence }]))
    await userEvent.click(screen.getByRole('button', { name: 'Process' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Process nga_elevation_1.tif' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    await dialog.findByText(sentence)
  })

  test('shows a rejection in the form', async () => {
    answer(processAsset, () => {
      throw new ApiError(
        409,
        "A band named 'elevation_1_30s' is already in the catalogue; choose another name.",
      )
    })
    show(routerAt('/modeling/raster-assets/1'))
    await title('nga_elevation_1.tif')
    await userEvent.click(screen.getByRole('button', { name: 'Process' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Process nga_elevation_1.tif' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Process the band' }))
    await dialog.findByText(/choose another name/)
  })

  test('viewers see no form', async () => {
    asks(['viewer'])
    show(routerAt('/raster/processed-rasters'))
    await screen.findByRole('grid', { name: 'Processed rasters' })
    expect(screen.queryByRole('button', { name: 'Process a raster' })).toBeNull()
  })
})
