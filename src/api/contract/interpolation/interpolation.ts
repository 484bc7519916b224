import { z } from 'zod'
import { words } from '../rasters/asset-list.ts'
import { collection } from '../rasters/collection-list.ts'
import { newCollection } from '../rasters/collections.ts'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { PRODUCT_STATUSES, product } from './interpolation-shapes.ts'
import { id, listOf, visibleLine } from '../shapes.ts'
import { tagName } from '../projects/tags.ts'
import { productQuery } from './interpolation-list.ts'

export const countProducts = defineEndpoint({
  name: 'countProducts',
  resource: 'interpolation',
  summary: "Count the products that match the list's filters",
  method: 'GET',
  path: '/interpolation/size',
  query: productQuery,
  answer: z.number().int(),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const getProduct = defineEndpoint({
  name: 'getProduct',
  resource: 'interpolation',
  summary: 'Get a product',
  method: 'GET',
  path: '/interpolation/{id}',
  record: 'id',
  params: z.object({ id }),
  answer: product,
})

export const listCatalogCountries = defineEndpoint({
  name: 'listCatalogCountries',
  resource: 'interpolation',
  summary: 'List the countries that have products, with the number of products',
  method: 'GET',
  path: '/app/interpolation/catalog-countries',
  answer: listOf(z.object({ iso3_code: z.string(), name: z.string(), products: z.number().int() })),
})

export const listProductSources = defineEndpoint({
  name: 'listProductSources',
  resource: 'interpolation',
  summary: 'List the sources of products',
  method: 'GET',
  path: '/app/interpolation/sources',
  answer: listOf(z.string()),
})

export const listModelCountries = defineEndpoint({
  name: 'listModelCountries',
  resource: 'interpolation',
  summary: 'List the countries that have completed jobs, with the number of jobs',
  method: 'GET',
  path: '/app/interpolation/model-countries',
  answer: listOf(z.object({ iso3_code: z.string(), name: z.string(), jobs: z.number().int() })),
})

export const productChanges = z.strictObject({
  id,
  title: visibleLine(300).optional(),
  data_description: words(5000).optional(),
  /** The complete new list of tags; unknown ones are created. */
  tags: z.array(tagName).max(20).optional(),
  status: z.enum(PRODUCT_STATUSES).optional(),
  version: z.string().trim().min(1).max(50).optional(),
})
export type ProductChanges = z.output<typeof productChanges>

const changed = z.object({ from: z.unknown(), to: z.unknown() })

export const changeProducts = defineEndpoint({
  name: 'changeProducts',
  resource: 'interpolation',
  summary: 'Update the title, description, tags, status or version of many products, all or none',
  method: 'PUT',
  path: '/interpolation/bulk/',
  audit: 'change-products',
  record: 'items',
  body: z.strictObject({ items: z.array(productChanges).min(1).max(1000) }),
  /** Each requested product, with its changes. */
  answer: listOf(
    z.object({
      id: z.number().int(),
      changes: z.object({
        title: changed.optional(),
        data_description: changed.optional(),
        tags: changed.optional(),
        status: changed.optional(),
        version: changed.optional(),
      }),
    }),
  ),
})

export const createCustomStack = defineEndpoint({
  name: 'createCustomStack',
  resource: 'interpolation',
  summary: 'Create a custom raster stack, which is a band collection',
  method: 'POST',
  path: '/interpolation/custom/create',
  audit: 'create-custom-stack',
  record: 'result',
  body: newCollection,
  answer: collection,
})
