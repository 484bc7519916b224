import { listJobs } from '#contract/jobs/jobs.ts'
import { createFileRoute } from '@tanstack/react-router'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Table2 } from 'lucide-react'
import { jobsQuery } from '~/server/jobs.functions.ts'
import { ProductCatalogPage } from '~/components/jobs/product-catalog-page.tsx'

export const Route = createFileRoute('/_authed/modeling/product-catalog')({
  ...routeOf(searchOf(listJobs)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(queryClient.prefetchQuery(jobsQuery(deps))),
  staticData: {
    name: 'ProductCatalog',
    list: 'listJobs',
    title: 'Product Catalog',
    icon: Table2,
    breadcrumbs: ['Modeling', 'Product Catalog'],
  },
  component: ProductCatalogPage,
})
