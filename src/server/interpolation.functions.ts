import * as files from '#contract/interpolation/interpolation-files.ts'
import * as lists from '#contract/interpolation/interpolation-list.ts'
import * as products from '#contract/interpolation/interpolation.ts'
import type { Query } from '#contract/endpoint.ts'
import type { ProductExt } from '#contract/jobs/output-types.ts'
import { EXCLUDED_FROM_ZIPS, downloadZips } from '#contract/zips.ts'
import { callApi } from './http/api.server.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { renameCodes } from '~/api/rename-codes.ts'
import { onlyFilters } from '~/lib/only-filters.ts'

type ProductQuery = Query<typeof lists.listProducts>
const renamed = (query: ProductQuery) => renameCodes(query) as ProductQuery

export const fetchProducts = createServerFn({ method: 'GET' })
  .validator(lists.listProducts.query)
  .handler(({ data }) => callApi(lists.listProducts, { query: renamed(data) }))

export const productsQuery = (query: ProductQuery) =>
  queryOptions({
    queryKey: ['products', 'list', query],
    queryFn: ({ signal }) => fetchProducts({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

/** By its key; null if the catalogue has no such product. */
export const productQuery = (jobKey: string) =>
  queryOptions({
    queryKey: ['products', 'key', jobKey],
    queryFn: async ({ signal }) => {
      const query = lists.listProducts.query.parse({ job_key: [jobKey], limit: 1 })
      const { content } = await fetchProducts({ data: query, signal })
      return content.find(({ job_key }) => job_key === jobKey) ?? null
    },
  })

const fetchSize = createServerFn({ method: 'GET' })
  .validator(products.countProducts.query)
  .handler(({ data }) => callApi(products.countProducts, { query: renamed(data) }))

/** Depends on the filters alone: paging and sorting cause no new request. */
export const productSizeQuery = (query: ProductQuery) => {
  const filters = onlyFilters(query)
  return queryOptions({
    queryKey: ['products', 'size', filters],
    queryFn: ({ signal }) => fetchSize({ data: products.countProducts.query.parse(filters), signal }),
    placeholderData: keepPreviousData,
  })
}

const fetchCatalogCountries = createServerFn({ method: 'GET' }).handler(() =>
  callApi(products.listCatalogCountries, {}),
)
export const catalogCountriesQuery = queryOptions({
  queryKey: ['products', 'catalog-countries'],
  queryFn: () => fetchCatalogCountries(),
  staleTime: 60_000,
})

const fetchModelCountries = createServerFn({ method: 'GET' }).handler(() =>
  callApi(products.listModelCountries, {}),
)
export const modelCountriesQuery = queryOptions({
  queryKey: ['products', 'model-countries'],
  queryFn: () => fetchModelCountries(),
  staleTime: 60_000,
})

const fetchSources = createServerFn({ method: 'GET' }).handler(() => callApi(products.listProductSources, {}))
export const productSourcesQuery = queryOptions({
  queryKey: ['products', 'sources'],
  queryFn: () => fetchSources(),
  staleTime: 60_000,
})

/** POST, because it creates a link, although the API call itself only reads. */
export const linkProduct = createServerFn({ method: 'POST' })
  .validator(files.linkProduct.params.extend(files.linkProduct.query.shape))
  .handler(({ data: { id, ext } }) => callApi(files.linkProduct, { params: { id }, query: { ext } }))

export const productLinkQuery = (id: number, ext: ProductExt) =>
  queryOptions({
    queryKey: ['signed-link', 'product', id, ext],
    queryFn: ({ signal }) => linkProduct({ data: { id, ext }, signal }),
    staleTime: 60_000,
    gcTime: 60_000,
  })

export const linkProductFiles = createServerFn({ method: 'POST' })
  .validator(files.linkProductFiles.body)
  .handler(({ data }) => callApi(files.linkProductFiles, { body: data }))

/** Not strict: previous values pass unchanged, as the contract does not define their shape. */
export const changeProducts = createServerFn({ method: 'POST', strict: false })
  .validator(products.changeProducts.body)
  .handler(({ data }) => callApi(products.changeProducts, { body: data }))

export const createCustomStack = createServerFn({ method: 'POST' })
  .validator(products.createCustomStack.body)
  .handler(({ data }) => callApi(products.createCustomStack, { body: data }))

export const prepareZip = createServerFn({ method: 'POST' })
  .validator(downloadZips.body)
  .handler(({ data }) => {
    // Our service omits these anyway; another one that implements the contract may not.
    const excludedFiles = [...new Set([EXCLUDED_FROM_ZIPS, ...data.excludedFiles])]
    return callApi(downloadZips, { body: { ...data, excludedFiles } })
  })
