import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { AssetLink } from '~/components/assets/asset-link.tsx'
import { dateWithQuarter } from '~/components/data-table/filters/calendar-date.ts'
import { formatBounds, formatCrs, formatResolution } from '~/components/rasters/raster-labels.ts'
import { Facts } from '~/components/ui/facts.tsx'
import { Card } from '~/components/ui/card.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'

/** What the catalogue knows of a product. */
export function ProductFacts({ product }: { product: Product }) {
  return (
    <Card title="Metadata">
      <Facts
        facts={[
          ['Country', `${product.country} (${product.iso3_code})`],
          ['Target', product.target],
          ['Source', `${product.source} ${product.source_wave}`],
          ['Source date', product.source_date && dateWithQuarter(product.source_date)],
          ['Round', product.round],
          ['Year', product.year],
          ['Unit', product.unit],
          ['Version', product.version],
          ['Reference system', product.crs !== null && formatCrs(product.crs)],
          ['Extent', formatBounds({ bounds: product.bounds_degrees, crs_unit: 'degree' })],
          ['Resolution', formatResolution(product.resolution_m)],
          [
            'Raster asset',
            product.asset_id !== null && (
              <AssetLink key="asset" id={product.asset_id} name={`Asset ${product.asset_id}`} />
            ),
          ],
          ['Catalogued by', product.created_by_name],
          ['Catalogued', <RelativeTime key="time" iso={product.created_at} />],
          ['Product id', product.id],
        ]}
      />
    </Card>
  )
}
