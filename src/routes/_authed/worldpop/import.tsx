import { createFileRoute } from '@tanstack/react-router'
import { importDataset } from '#contract/rasters/worldpop.ts'
import { may } from '~/api/may.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/writers-only.tsx'
import { FileUp } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { hostsQuery } from '~/server/worldpop.functions.ts'
import { DatasetForm } from '~/components/worldpop/dataset-form.tsx'

export const Route = createFileRoute('/_authed/worldpop/import')({
  loader: ({ context: { queryClient } }) =>
    prefetchOnServer(queryClient.prefetchQuery(countryNamesQuery), queryClient.prefetchQuery(hostsQuery)),
  staticData: {
    title: 'Import dataset',
    icon: FileUp,
    breadcrumbs: ['Worldpop', 'Worldpop Data Catalog', 'Import dataset'],
  },
  component: ImportDataset,
})

function ImportDataset() {
  const { me } = Route.useRouteContext()
  return (
    <Page title="Import dataset" className="max-w-160">
      {may(me, importDataset) ? (
        <>
          <p className="text-muted">
            Upload a GeoTIFF of people per cell, or give its address. It is inspected, then added as a raster
            asset and a dataset unless it has an error.
          </p>
          <DatasetForm />
        </>
      ) : (
        <WritersOnly what="import datasets" />
      )}
    </Page>
  )
}
