import { linkOptions } from '@tanstack/react-router'
import { expect, test } from 'vitest'

test('a link takes the parameters and the search of its screen, and nothing else compiles', () => {
  const job = linkOptions({ to: '/spatial-catalog/report/$jobKey', params: { jobKey: 'nga-water' } })
  const list = linkOptions({ to: '/modeling/product-catalog', search: { status: ['failed'], page: 2 } })
  expect([job.params.jobKey, list.search.page]).toEqual(['nga-water', 2])

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
})
