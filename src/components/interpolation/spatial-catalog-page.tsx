import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { checkInRaster } from '#contract/interpolation/interpolation-files.ts'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { may } from '~/api/may.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { countOf } from '~/components/data-table/filters/filters.ts'
import { useSelection } from '~/components/data-table/selection/selection.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { GallerySwitch } from '~/components/data-table/tools/gallery-switch.tsx'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { FileUp, Map as MapIcon } from 'lucide-react'
import { cn } from '~/lib/class-names.ts'
import { productsQuery } from '~/server/interpolation.functions.ts'
import { Footprints } from './footprints.tsx'
import { productColumns } from './product-columns.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductCount } from './product-count.tsx'
import { useProductFilters } from './product-filters.ts'
import { productSearch } from '~/components/rasters/product-search.ts'
import { useProductActions } from './use-product-actions.tsx'

const route = getRouteApi('/_authed/spatial-catalog/')

export function SpatialCatalogPage() {
  const { me } = route.useRouteContext()
  const { tableSearch, query, address } = useTableSearch(productSearch)
  const result = useQuery(productsQuery(query))
  const filters = useProductFilters()
  const selected = useSelection<Product>()
  const { actionsOf, dialogs } = useProductActions(me)
  const columns = useMemo(() => productColumns(actionsOf), [actionsOf])
  const setBox = (bounds: string | undefined) => address.onSearch({ bounds, page: 1 }, { replace: false })
  const filtered = filters.some((filter) => countOf(filter, { ...tableSearch }) > 0)
  // Without products there is nothing to show on a map, and no box to draw.
  const mapped = filtered || (result.data ? result.data.totalElements > 0 : !result.isError)
  const checkIn = may(me, checkInRaster) && (
    <PageAction to="/spatial-catalog/raster-check-in" icon={FileUp}>
      Check in a raster
    </PageAction>
  )
  return (
    <Page
      title="Spatial Catalog"
      actions={
        <>
          <GallerySwitch {...address} />
          {checkIn}
        </>
      }
    >
      <div
        className={cn(
          'grid min-w-0 items-start gap-4',
          mapped && 'min-[1400px]:grid-cols-[minmax(0,1fr)_22rem]',
        )}
      >
        <div className="min-w-0 max-[1399px]:order-2">
          <DataTable
            {...address}
            label="Products"
            pluralNoun="products"
            columns={columns}
            filters={filters}
            result={result}
            card={(product) => <ProductCard product={product} actions={actionsOf([product])} />}
            note={<ProductCount query={query} />}
            selection={{ state: selected, nameOf: ({ title }) => title, actions: actionsOf }}
            empty={{
              icon: MapIcon,
              title: 'No products yet',
              text: 'Maps of final jobs and rasters that were checked in appear here.',
            }}
          />
        </div>
        {mapped && <Footprints products={result.data?.content} box={tableSearch.bounds} onBox={setBox} />}
      </div>
      {dialogs}
    </Page>
  )
}
