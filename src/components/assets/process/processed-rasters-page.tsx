import { searchOf } from '~/components/data-table/address/search.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listProcessed, processAsset } from '#contract/rasters/processed.ts'
import { may } from '~/api/may.ts'
import { useProcessedFilters } from '~/components/assets/asset-filters.ts'
import { AssetTable } from '~/components/assets/asset-table.tsx'
import { ProcessDialog } from './process-dialog.tsx'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { ChartArea, Grid3x3 } from 'lucide-react'
import { processedQuery } from '~/server/assets.functions.ts'

const search = searchOf(listProcessed)

const route = getRouteApi('/_authed/raster/processed-rasters')

export function ProcessedRastersPage() {
  const { query, address } = useTableSearch(search)
  const { me } = route.useRouteContext()
  const result = useQuery(processedQuery(query))
  const filters = useProcessedFilters()
  const [processing, setProcessing] = useState(false)
  const writes = may(me, processAsset)
  return (
    <Page
      title="Processed Rasters"
      actions={
        writes && (
          <PageAction onClick={() => setProcessing(true)} icon={Grid3x3}>
            Process a raster
          </PageAction>
        )
      }
    >
      <p className="max-w-prose text-muted">
        Rasters resampled to the reference grid (EPSG:4326, 30 arc-seconds, nodata set, Cloud-Optimized with
        overviews) or to the grid of a collection, so that their bands fit together. To process several at
        once, select them in the Raster Asset Catalog.
      </p>
      <AssetTable
        processed
        me={me}
        address={address}
        filters={filters}
        result={result}
        empty={{
          icon: ChartArea,
          title: 'No processed rasters yet',
          text: writes
            ? 'Choose an asset, a band and a method; the result appears here.'
            : 'Rasters that your colleagues process appear here.',
        }}
      />
      {processing && <ProcessDialog onClose={() => setProcessing(false)} />}
    </Page>
  )
}
