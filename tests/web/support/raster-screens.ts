import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { listCountries } from '#contract/places/countries.ts'
import { listAssets } from '#contract/rasters/asset-list.ts'
import { getAsset, getAssetLayout } from '#contract/rasters/assets.ts'
import { listBands } from '#contract/rasters/band-list.ts'
import { getBand, getBandHistogram } from '#contract/rasters/bands.ts'
import { listProcessed } from '#contract/rasters/processed.ts'
import { answer, resetApi, sendUploads } from './fake-api.ts'
import { FakeUpload, aBand, aLayout, anAsset } from './raster-fakes.ts'
import { pageOf } from './submission-fakes.ts'

export const nigeria = {
  name: 'Nigeria',
  iso3_code: 'NGA',
  iso2_code: 'NG',
  numeric_code: '566',
  region: 'Africa',
  sub_region: null,
  intermediate_region: null,
  bounds: null,
}
export const resetRasters = (roles: readonly string[] = ['staff']) => {
  resetApi(roles)
  answer(listCountries, pageOf([nigeria]))
  answer(listAssets, pageOf([anAsset({ id: 1 }), anAsset({ id: 2, iso3_codes: [], created_by: 9 })], 12))
  answer(listProcessed, pageOf([anAsset({ id: 3, processed_from: 1 })]))
  answer(listBands, pageOf([aBand({ id: 11 }), aBand({ id: 12, iso3_code: null, country: null })]))
  answer(getAsset, anAsset({ id: 1 }))
  answer(getAssetLayout, { as_sent: aLayout({ container: 'BigTIFF' }), as_stored: aLayout() })
  answer(getBand, aBand({ id: 11 }))
  answer(getBandHistogram, {
    ...aBand({ id: 11 }).statistics,
    edges: [-2, 1000, 2096],
    counts: [600, 400],
    classes: null,
  })
}

/** What the screens of rasters show at the beginning of a test. */
export function prepareRasters() {
  resetRasters()
  sendUploads()
  FakeUpload.all = []
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
}

export const title = (name: string) => screen.findByRole('heading', { level: 1, name })
export const tif = (name: string) => new File(['II*\0'], name, { type: 'image/tiff' })
export const choose = (label: RegExp, ...files: File[]) =>
  userEvent.upload(screen.getByLabelText(label), files)
