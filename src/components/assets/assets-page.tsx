import { searchOf } from '~/components/data-table/address/search.ts'
import { listAssets } from '#contract/rasters/asset-list.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { uploadAsset } from '#contract/rasters/assets.ts'
import { may } from '~/api/may.ts'
import { useAssetFilters } from './asset-filters.ts'
import { AssetTable } from './asset-table.tsx'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { Images, Upload } from 'lucide-react'
import { assetsQuery } from '~/server/assets.functions.ts'

const search = searchOf(listAssets)

const route = getRouteApi('/_authed/modeling/raster-assets/')

export function AssetsPage() {
  const { query, address } = useTableSearch(search)
  const { me } = route.useRouteContext()
  const result = useQuery(assetsQuery(query))
  const filters = useAssetFilters()
  const writes = may(me, uploadAsset)
  return (
    <Page
      title="Raster Asset Catalog"
      actions={
        writes && (
          <PageAction to="/modeling/raster-assets/upload" icon={Upload}>
            Upload rasters
          </PageAction>
        )
      }
    >
      <AssetTable
        me={me}
        address={address}
        filters={filters}
        result={result}
        empty={{
          icon: Images,
          title: 'No raster assets yet',
          text: writes
            ? 'Upload a GeoTIFF; its bands then appear in the Band Catalog.'
            : 'Rasters that your colleagues upload appear here.',
        }}
      />
    </Page>
  )
}
