import { linkOptions } from '@tanstack/react-router'
import { expect, test } from 'vitest'

test('a link takes the parameters and the search of its screen, and nothing else compiles', () => {
  const job = linkOptions({ to: '/spatial-catalog/report/$jobKey', params: { jobKey: 'nga-water' } })
  const list = linkOptions({ to: '/modeling/product-catalog', search: { status: ['failed'], page: 2 } })
  const report = linkOptions({ ...job, search: { surface: 'width', range: '5_20', band: 2 } })
  const band = linkOptions({ to: '/raster/band-catalog/$id', params: { id: '7' }, search: { swipe: 30 } })
  const comparison = linkOptions({ to: '/spatial-catalog/compare', search: { jobs: [1, 2], mode: 'swipe' } })
  expect([job.params.jobKey, list.search.page]).toEqual(['nga-water', 2])
  expect([report.search.band, band.search.swipe, comparison.search.jobs]).toEqual([2, 30, [1, 2]])

  // The type check fails if one of these compiles.
  // @ts-expect-error there is no such screen
  linkOptions({ to: '/modeling/nowhere' })
  // @ts-expect-error the key is missing
  linkOptions({ to: '/spatial-catalog/report/$jobKey' })
  // @ts-expect-error it has no id
  linkOptions({ to: '/spatial-catalog/report/$jobKey', params: { id: '1' } })
  // @ts-expect-error there is no such status
  linkOptions({ to: '/modeling/product-catalog', search: { status: ['wrong'] } })
  // @ts-expect-error a page is a number
  linkOptions({ to: '/modeling/product-catalog', search: { page: '2' } })
  // @ts-expect-error the catalog has no such filter
  linkOptions({ to: '/modeling/product-catalog', search: { colour: 'red' } })
  // @ts-expect-error there is no such surface
  linkOptions({ ...job, search: { surface: 'wrong' } })
  // @ts-expect-error a band is a number
  linkOptions({ ...job, search: { band: '2' } })
  // @ts-expect-error the report keeps no such thing
  linkOptions({ ...job, search: { colour: 'red' } })
  // @ts-expect-error there is no such ramp
  linkOptions({ to: '/raster/band-catalog/$id', params: { id: '7' }, search: { ramp: 'wrong' } })
  // @ts-expect-error jobs are numbers
  linkOptions({ to: '/spatial-catalog/compare', search: { jobs: ['1'] } })
})
