import { searchOf } from '~/components/data-table/address/search.ts'
import { listJobs } from '#contract/jobs/jobs.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { GallerySwitch } from '~/components/data-table/tools/gallery-switch.tsx'
import { JobViews } from '~/components/jobs/list/job-views.tsx'
import { JobsTable } from '~/components/jobs/list/jobs-table.tsx'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Page } from '~/components/shell/page.tsx'
import { jobsQuery } from '~/server/jobs.functions.ts'

const search = searchOf(listJobs)

const route = getRouteApi('/_authed/modeling/product-catalog')

export function ProductCatalogPage() {
  const { tableSearch, query, address } = useTableSearch(search)
  const { me } = route.useRouteContext()
  const result = useQuery(jobsQuery(query))
  return (
    <Page title="Product Catalog" help={<HelpLink topic="flags" />} actions={<GallerySwitch {...address} />}>
      <JobViews search={tableSearch} />
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
