import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import * as findings from '#contract/rasters/asset-findings.ts'
import * as assets from '#contract/rasters/assets.ts'
import { getBand } from '#contract/rasters/bands.ts'
import * as collections from '#contract/rasters/collections.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { deletePlaceGroupVersion, getPlaces } from '#contract/places/place-groups.ts'
import * as projects from '#contract/projects/projects.ts'
import * as worldpop from '#contract/rasters/worldpop.ts'
import { ApiError } from '~/api/api-error.ts'
import { aDataset, aVersion } from '../support/catalog-fakes.ts'
import { aCollection } from '../support/collection-fakes.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { aProject } from '../support/project-fakes.ts'
import { aBand, anAsset } from '../support/raster-fakes.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

beforeEach(() => {
  resetApi(['admin'])
  answer(assets.getAsset, anAsset({ id: 1 }))
  answer(getBand, aBand({ id: 11 }))
  answer(collections.getCollection, aCollection({ jobs: 0 }))
  answer(worldpop.getDataset, aDataset({ bands: [] }))
  answer(listPlaceGroupVersions, ({ query }: { query: unknown }) =>
    pageOf(isOfSix(query) && callsOf(deletePlaceGroupVersion).length > 0 ? [] : [aVersion({ id: 6 })]),
  )
  answer(getPlaces, { type: 'FeatureCollection', features: [] })
  answer(projects.getProject, aProject({ submissions: 0 }))
})

/** One version is read by its list, too. */
const isOfSix = (query: unknown) => [(query as { id?: number | number[] }).id].flat().includes(6)
const press = async (role: 'button' | 'menuitem', name: string | RegExp) =>
  userEvent.click(await screen.findByRole(role, { name }))
const ofPlaceGroup = () => callsOf(listPlaceGroupVersions).filter(({ query }) => isOfSix(query))

test.each([
  {
    page: '/modeling/raster-assets/1',
    list: '/modeling/raster-assets',
    shown: 'nga_elevation_1.tif',
    of: assets.deleteAsset,
    reads: [
      assets.getAsset,
      assets.getAssetLayout,
      assets.listAssetUses,
      findings.listAssetFindings,
      getBand,
    ],
    absent: 'This raster asset does not exist',
  },
  {
    page: '/raster/band-collection/3',
    list: '/raster/band-collection',
    shown: 'nga_basic',
    of: collections.deleteCollection,
    reads: [collections.getCollection],
    absent: 'This band collection does not exist',
  },
  {
    page: '/worldpop/4',
    list: '/worldpop',
    shown: /Nigeria/,
    of: worldpop.deleteDataset,
    reads: [worldpop.getDataset],
    absent: 'This dataset does not exist',
  },
  {
    page: '/place-groups/6',
    list: '/place-groups',
    shown: /Benin/,
    of: deletePlaceGroupVersion,
    reads: [],
    absent: 'This place group does not exist',
  },
  {
    page: '/projects/3',
    list: '/projects',
    shown: 'Nutrition 2026',
    of: projects.deleteProject,
    reads: [projects.getProject],
    absent: 'This project does not exist',
  },
])('Back to $page, which was deleted, says so', async ({ page, list, shown, of, reads, absent }) => {
  const router = routerAt(page)
  show(router)
  await screen.findByRole('heading', { level: 1, name: shown })
  if (of === deletePlaceGroupVersion) await press('button', /^Actions for/)
  await press(of === deletePlaceGroupVersion ? 'menuitem' : 'button', /^Delete/)
  const confirm = await within(await screen.findByRole('dialog')).findByRole('button', { name: /^Delete/ })
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false))
  answer(of, { msg: 'It was removed.' } as never)
  const read = () => [...reads.map((endpoint) => callsOf(endpoint).length), ofPlaceGroup().length]
  const before = read()
  for (const endpoint of reads) fail(endpoint, new ApiError(404, 'It is gone.'))
  await userEvent.click(confirm)
  await waitFor(() => expect(router.state.location.pathname).toBe(list))
  await screen.findByText('It was removed.')
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: shown })).toBeNull())
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  // Nothing of it is asked for again.
  expect(read()).toEqual(before)
  act(() => router.history.back())
  await screen.findByRole('heading', { level: 1, name: absent })
})
