import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { listJobs } from '#contract/jobs/jobs.ts'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { JobViews } from '~/components/jobs/list/job-views.tsx'
import { JobsTable } from '~/components/jobs/list/jobs-table.tsx'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Page } from '~/components/shell/page.tsx'
import { Table2 } from 'lucide-react'
import { jobsQuery } from '~/server/jobs.functions.ts'

const search = searchOf(listJobs)

export const Route = createFileRoute('/_authed/modeling/product-catalog')({
  ...routeOf(search),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(queryClient.prefetchQuery(jobsQuery(deps))),
  staticData: {
    name: 'ProductCatalog',
    list: 'listJobs',
    title: 'Product Catalog',
    icon: Table2,
    breadcrumbs: ['Modeling', 'Product Catalog'],
  },
  component: ProductCatalog,
})

function ProductCatalog() {
  const { asked, query, address } = useTableSearch(search)
  const { me } = Route.useRouteContext()
  const result = useQuery(jobsQuery(query))
  return (
    <Page title="Product Catalog" help={<HelpLink topic="flags" />}>
      <JobViews asked={asked} />
      <JobsTable
        me={me}
        label="Jobs"
        pluralNoun="jobs"
        {...address}
        result={result}
        newest="datetime_submitted"
      />
    </Page>
  )
}
