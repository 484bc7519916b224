import { getRouteApi } from '@tanstack/react-router'
import { importDataset } from '#contract/rasters/worldpop.ts'
import { may } from '~/api/may.ts'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/failures/writers-only.tsx'
import { DatasetForm } from './dataset-form.tsx'

const route = getRouteApi('/_authed/worldpop/import')

export function ImportDatasetPage() {
  const { me } = route.useRouteContext()
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
