import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadProduct } from '#contract/interpolation/interpolation-files.ts'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { PRODUCT_FILES, type ProductExt } from '#contract/jobs/output-types.ts'
import { fileSize } from '#common/file-size.ts'
import { addressOf } from '~/api/address.ts'
import { FileLink } from '~/components/jobs/report/files/file-link.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { Download } from 'lucide-react'
import { Select } from '~/components/ui/fields/select.tsx'
import { productLinkQuery } from '~/server/interpolation.functions.ts'

/** The name of a file's content in the snippets; of the others, the beginning of `ext`. */
const VARIABLES: Partial<Record<ProductExt, string>> = {
  tif: 'layer',
  csv: 'adm',
  parquet: 'cells',
  json: 'diagnostics',
}

/** One file of a product: to download, or to open in QGIS, R and Python by a signed link. */
export function LinksDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const [ext, setExt] = useState<ProductExt>((product.files[0]?.ext as ProductExt | undefined) ?? 'tif')
  const link = useQuery({ ...productLinkQuery(product.id, ext), enabled: product.files.length > 0 })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Open ${product.title}`}
      description="Anyone who has the link can open the file until it expires; no account is needed."
      className="w-[min(44rem,calc(100vw-2rem))]!"
    >
      {product.files.length === 0 ? (
        <p className="text-muted">This product has no files.</p>
      ) : (
        <div className="flex min-w-0 flex-col gap-3">
          <div className="flex flex-wrap items-end gap-2">
            <Field label="File" className="min-w-48 flex-1">
              {(tied) => (
                <Select {...tied} value={ext} onChange={(event) => setExt(event.target.value as ProductExt)}>
                  {product.files.map((file) => (
                    <option key={file.ext} value={file.ext}>
                      {PRODUCT_FILES[file.ext as ProductExt]?.label ?? file.ext} ({fileSize(file.size)})
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <a
              href={addressOf(downloadProduct, { params: { id: product.id }, query: { ext } })}
              download
              className={buttonClass({ variant: 'secondary' })}
            >
              <Download aria-hidden="true" />
              Download
            </a>
          </div>
          <FileLink
            key={ext}
            link={link}
            what={VARIABLES[ext] ?? ext.split('.')[0]}
            name={`${product.job_key}.${ext}`}
          />
        </div>
      )}
    </Dialog>
  )
}
