import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAssets } from '#contract/rasters/asset-list.ts'
import {
  acceptAssetFinding,
  listAssetFindings,
  withdrawAssetFinding,
} from '#contract/rasters/asset-findings.ts'
import { deleteAsset, getAsset, listAssetUses } from '#contract/rasters/assets.ts'
import { changeBand } from '#contract/rasters/bands.ts'
import { ApiError } from '~/api/api-error.ts'
import { answer, callsOf } from '../support/fake-api.ts'
import { drawn } from '../support/fake-map.ts'
import { aBand, anAsset } from '../support/raster-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'
import { prepareRasters, resetRasters, title } from '../support/raster-screens.ts'

beforeEach(prepareRasters)

describe('uses the specified names, titles and breadcrumbs', () => {
  test.each([
    ['/modeling/raster-assets', 'RasterAssetCatalog', 'Raster Asset Catalog', 'Modeling'],
    ['/modeling/raster-assets/upload', 'RasterAssetUpload', 'Raster Asset Upload', 'Modeling'],
    ['/raster/band-catalog', 'RasterPipelineProductCatalog', 'Band Catalog', 'Raster'],
    ['/raster/band-catalog/bulk', 'RasterPipelineBulkUpload', 'Bulk Upload Raster Bands', 'Raster'],
    ['/raster/processed-rasters', 'RasterPipelineProcessedRasters', 'Processed Rasters', 'Raster'],
  ])('%s', async (path, name, heading, group) => {
    const router = routerAt(path)
    show(router)
    await title(heading)
    expect(router.state.matches.at(-1)?.staticData).toMatchObject({ name, title: heading })
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    expect(crumbs.getAllByRole('listitem')[0].textContent).toBe(group)
    expect(crumbs.getAllByRole('listitem').at(-1)?.textContent).toBe(heading)
  })
})

describe('Raster Asset Catalog', () => {
  test('applies the address as query and describes each asset in its row', async () => {
    show(routerAt('/modeling/raster-assets?iso3_code=NGA&on_reference_grid=true&sort_by=size&page=2'))
    const table = within(await screen.findByRole('grid', { name: 'Raster assets' }))
    expect(callsOf(listAssets).at(-1)?.query).toEqual({
      iso3_code: ['NGA'],
      on_reference_grid: true,
      sort_by: 'size',
      sort_order: 'desc',
      limit: 10,
      skip: 10,
    })
    const row = within(table.getByRole('row', { name: /nga_elevation_1/ }))
    expect(row.getByText('Nigeria')).toBeTruthy()
    expect(row.getByText('Ready')).toBeTruthy()
    expect(row.getByText('927.7 m')).toBeTruthy()
    expect(row.getByRole('gridcell', { name: /1.440 × 1.200/ })).toBeTruthy()
    expect(row.getByRole('gridcell', { name: /1.4.MB/ })).toBeTruthy()
    expect(table.getByRole('row', { name: /nga_elevation_2/ }).textContent).toContain('World')
  })

  test('offers viewers no changes', async () => {
    resetRasters(['viewer'])
    show(routerAt('/modeling/raster-assets'))
    await screen.findByRole('grid', { name: 'Raster assets' })
    expect(screen.queryByRole('link', { name: 'Upload rasters' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Actions for nga_elevation_1.tif' }))
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Open',
      'Download',
    ])
  })

  test('only the owner can delete; an asset in use shows where and stays', async () => {
    answer(listAssetUses, {
      content: [{ kind: 'collection', id: 4, name: 'covariates', use: 'the collection covariates' }],
      totalElements: 1,
    })
    show(routerAt('/modeling/raster-assets'))
    await screen.findByRole('grid', { name: 'Raster assets' })
    await userEvent.click(screen.getByRole('button', { name: 'Actions for nga_elevation_2.tif' }))
    await screen.findByRole('menuitem', { name: 'Process' })
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Actions for nga_elevation_1.tif' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'nga_elevation_1.tif is in use' }))
    expect(dialog.getByText('covariates')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Delete the asset' })).toBeNull()
    expect(callsOf(deleteAsset)).toEqual([])
  })

  test('deletes an unused asset after confirmation', async () => {
    answer(deleteAsset, { msg: "The raster asset 'nga_elevation_1.tif' was removed." })
    show(routerAt('/modeling/raster-assets'))
    await screen.findByRole('grid', { name: 'Raster assets' })
    await userEvent.click(screen.getByRole('button', { name: 'Actions for nga_elevation_1.tif' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const button = await screen.findByRole('button', { name: 'Delete the asset' })
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    await userEvent.click(button)
    await screen.findByText("The raster asset 'nga_elevation_1.tif' was removed.")
    expect(callsOf(deleteAsset)).toEqual([{ params: { id: 1 } }])
  })

  test('an empty catalog says what to do first', async () => {
    answer(listAssets, pageOf([]))
    show(routerAt('/modeling/raster-assets'))
    await screen.findByText('No raster assets yet')
  })

  test('offers to retry after an error', async () => {
    answer(listAssets, () => {
      throw new ApiError(503, 'The service is busy.')
    })
    show(routerAt('/modeling/raster-assets'))
    await screen.findByText('The service is busy.')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('an asset', () => {
  test.each([
    ['classes', true, 'The overviews are being rebuilt for classes.'],
    ['quantities', false, 'The band holds quantities.'],
  ])('its owner says in one click that few different values are %s', async (kind, categorical, done) => {
    const message = 'The band holds only 14 different whole numbers: they may be classes, such as land cover.'
    const note = { severity: 'note', code: 'maybe-classes', band: 1, message } as const
    answer(listAssetFindings, { content: [note], totalElements: 1 })
    const [{ id }] = anAsset({ id: 1 }).bands
    answer(changeBand, aBand({ id, categorical, rebuilding: categorical }))
    show(routerAt('/modeling/raster-assets/1'))
    await userEvent.click(await screen.findByRole('button', { name: `Band 1 holds ${kind}` }))
    await screen.findByText(done)
    expect(callsOf(changeBand)).toEqual([{ params: { id }, body: { categorical } }])
  })

  test('its owner accepts a warning with a reason, and withdraws that', async () => {
    const warning = {
      severity: 'warning',
      code: 'constant',
      band: 1,
      message: 'Every cell holds 4.',
      help: 'Check it.',
    } as const
    const note = { severity: 'note', code: 'classes', band: 1, message: 'The band has a palette.' } as const
    answer(listAssetFindings, { content: [note, warning], totalElements: 2 })
    show(routerAt('/modeling/raster-assets/1'))
    const list = within(await screen.findByRole('list', { name: 'Findings' }))
    expect(list.getAllByRole('listitem')[1].textContent).toContain('The band has a palette.')
    expect(list.getByText('Note')).toBeTruthy()
    await userEvent.click(list.getByRole('button', { name: 'Accept: Every cell holds 4.' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept the warning' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Accept the warning' }))
    expect(dialog.getByText('Say why the warning does not matter.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'It is a mask.')
    answer(acceptAssetFinding, { msg: 'The warning was accepted.' })
    const accepted = { reason: 'It is a mask.', by: 'Ada Lovelace', at: '2026-11-20T10:00:00.000Z' }
    answer(listAssetFindings, { content: [note, { ...warning, accepted }], totalElements: 2 })
    await userEvent.click(dialog.getByRole('button', { name: 'Accept the warning' }))
    expect(await screen.findByText(/by Ada Lovelace.*It is a mask\./)).toBeTruthy()
    expect(callsOf(acceptAssetFinding)).toEqual([
      { params: { id: 1 }, body: { code: 'constant', band: 1, reason: 'It is a mask.' } },
    ])
    answer(withdrawAssetFinding, { msg: 'The acceptance was withdrawn.' })
    answer(listAssetFindings, { content: [note, warning], totalElements: 2 })
    await userEvent.click(
      screen.getByRole('button', { name: 'Withdraw the acceptance: Every cell holds 4.' }),
    )
    expect(await screen.findByRole('button', { name: 'Accept: Every cell holds 4.' })).toBeTruthy()
    expect(callsOf(withdrawAssetFinding)).toEqual([
      { params: { id: 1 }, body: { code: 'constant', band: 1 } },
    ])
  })

  test('shows metadata, findings with how to fix them, uses, and its band on the map', async () => {
    answer(listAssetFindings, {
      content: [{ severity: 'warning', band: 1, message: 'Every cell holds 4.', help: 'Check it.' }],
      totalElements: 1,
    })
    show(routerAt('/modeling/raster-assets/1'))
    await title('nga_elevation_1.tif')
    expect(screen.getByText('EPSG:4326 (WGS 84)')).toBeTruthy()
    expect(screen.getByText('0.009028 × 0.008333°')).toBeTruthy()
    const layout = 'tiles of 512 × 512, 2 overviews, DEFLATE, Cloud-Optimized'
    expect(await screen.findByText(`BigTIFF, ${layout}`)).toBeTruthy()
    expect(screen.getByText(`TIFF, ${layout}`)).toBeTruthy()
    const findings = within(await screen.findByRole('list', { name: 'Findings' }))
    expect(findings.getByText('Check it.')).toBeTruthy()
    await screen.findByText('Nothing uses this raster. It can be deleted.')
    await waitFor(() => expect(drawn.maps).toHaveLength(1))
    expect(drawn.maps[0].options).toMatchObject({ extent: [2, 4, 15, 14], label: 'Map of elevation_11' })
    expect(screen.getByText('Hatched: no value')).toBeTruthy()
    expect(drawn.maps[0].tiles.at(-1)).toMatch(
      /\/raster\/v1\/bands\/11\/tiles\/\{z\}\/\{x\}\/\{y\}\?ramp=viridis&min=-2&max=2096$/,
    )
  })

  test('that is being inspected is refetched until it is ready', async () => {
    answer(getAsset, anAsset({ id: 1, status: 'inspecting', fraction: 0.416, bands: [] }))
    show(routerAt('/modeling/raster-assets/1'))
    await screen.findByText('Inspecting 42%')
    expect(screen.queryByRole('heading', { name: 'Findings' })).toBeNull()
    answer(getAsset, anAsset({ id: 1 }))
    await screen.findByText('Ready')
    expect(screen.getByText('Extent')).toBeTruthy()
  })

  test('that is not ready shows its status instead of a grid, and cannot be processed', async () => {
    const findings = [{ severity: 'error', band: null, message: 'No cell has a value.' }] as const
    answer(
      getAsset,
      anAsset({ id: 1, status: 'rejected', width: null, height: null, bounds: null, bands: [] }),
    )
    answer(listAssetFindings, { content: [...findings], totalElements: 1 })
    show(routerAt('/modeling/raster-assets/1'))
    await title('nga_elevation_1.tif')
    expect(screen.getByText('Rejected')).toBeTruthy()
    expect(screen.getByText(/its findings say why/)).toBeTruthy()
    await screen.findByText('No cell has a value.')
    expect(screen.queryByText('Extent')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Process' })).toBeNull()
  })

  test.each(['999', 'x'])('does not exist at %s', async (id) => {
    answer(getAsset, () => {
      throw new ApiError(404, 'There is no raster asset 999.')
    })
    show(routerAt(`/modeling/raster-assets/${id}`))
    await title('This raster asset does not exist')
  })
})
