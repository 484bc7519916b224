import type { Me } from '#contract/accounts/accounts.ts'
import { downloadProduct } from '#contract/interpolation/interpolation-files.ts'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { PRODUCT_FILES, type ProductExt } from '#contract/jobs/output-types.ts'
import { addressOf } from '~/api/address.ts'
import { FilesTable } from '~/components/jobs/report/files/files-table.tsx'
import { ReportNeighbours } from '~/components/jobs/report/map/report-neighbours.tsx'
import { TagChips } from '~/components/jobs/marks/tag-chips.tsx'
import { copyText } from '~/components/shell/snackbar/copy-text.ts'
import { printPage, usePrintKey } from '~/components/shell/print-page.ts'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Ellipsis, Link as LinkIcon, Printer } from 'lucide-react'
import { Menu, MenuItem } from '~/components/ui/overlays/menu.tsx'
import { ProductFacts } from './product-facts.tsx'
import { ProductVersions } from './product-versions.tsx'
import type { ProductStyle } from './product-style.ts'
import { ProductMap } from './product-map.tsx'
import { ProductStatus, formatOrigin } from '~/components/interpolation/product-status.tsx'
import { useProductActions } from '~/components/interpolation/use-product-actions.tsx'

/** The report of a surface that has no job here: its map, metadata and files. */
export function ProductReport({
  product,
  me,
  style,
  onStyleChange,
}: {
  product: Product
  me: Me
  style: ProductStyle
  onStyleChange: (change: Partial<ProductStyle>, options?: { replace?: boolean }) => void
}) {
  return (
    <article className="flex min-w-0 flex-col gap-6">
      {style.list && (
        <ReportNeighbours jobKey={product.job_key} list={style.list} search={{ list: style.list }} />
      )}
      <header className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-col gap-1">
            <h1 className="text-2xl leading-8 font-semibold text-balance break-words">{product.title}</h1>
            <p className="font-mono text-xs break-all text-muted">{product.job_key}</p>
          </div>
          <Actions product={product} me={me} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <ProductStatus status={product.status} />
          <span className="text-muted">{formatOrigin(product)}</span>
          {product.tags.length > 0 && <TagChips tags={product.tags} />}
        </div>
        {product.data_description && (
          <p className="max-w-prose break-words whitespace-pre-line">{product.data_description}</p>
        )}
      </header>
      {product.asset_id === null ? (
        <p className="text-muted">This server offers no map of it. Its files are below.</p>
      ) : (
        <ProductMap assetId={product.asset_id} style={style} onStyleChange={onStyleChange} />
      )}
      <ProductFacts product={product} />
      <ProductVersions product={product} />
      <Card title="Downloads" anchor="downloads">
        {product.files.length === 0 ? (
          <p className="text-muted">This product has no files.</p>
        ) : (
          <FilesTable
            caption="Files of the product"
            files={product.files.map((file) => ({
              ...file,
              name: `${product.job_key}.${file.ext}`,
              address: addressOf(downloadProduct, {
                params: { id: product.id },
                query: { ext: file.ext as ProductExt },
              }),
              content: PRODUCT_FILES[file.ext as ProductExt]?.label ?? file.ext,
            }))}
          />
        )}
      </Card>
    </article>
  )
}

function Actions({ product, me }: { product: Product; me: Me }) {
  const { actionsOf, dialogs } = useProductActions(me)
  usePrintKey()
  // The map and the files are on this page.
  const possible = actionsOf([product]).filter(
    ({ key, disabled }) => !disabled && key !== 'preview' && key !== 'download',
  )
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {possible.map(({ key, label, icon: Icon, onSelect }) => (
        <Button key={key} variant="secondary" onClick={onSelect}>
          <Icon aria-hidden="true" />
          {label}
        </Button>
      ))}
      <Menu
        label="More actions"
        trigger={
          <Button variant="secondary" size="icon" aria-label="More actions">
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => void copyText(location.href, 'Link')}>
          <LinkIcon aria-hidden="true" />
          Copy link
        </MenuItem>
        {/* The menu must be gone from the page that is printed. */}
        <MenuItem onSelect={() => setTimeout(() => void printPage())}>
          <Printer aria-hidden="true" />
          Print / PDF
        </MenuItem>
      </Menu>
      {dialogs}
    </div>
  )
}
