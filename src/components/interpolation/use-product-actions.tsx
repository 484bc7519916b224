import { type ReactNode, useCallback, useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import { linkProduct, linkProductFiles } from '#contract/interpolation/interpolation-files.ts'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { changeProducts, createCustomStack } from '#contract/interpolation/interpolation.ts'
import { may } from '~/api/may.ts'
import type { RowAction } from '~/components/data-table/table/row-action.ts'
import { Download, Eye, Layers, Link2, Pencil } from 'lucide-react'
import { DownloadDialog } from './download-dialog.tsx'
import { LinksDialog } from './links-dialog.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { StackDialog } from './stack-dialog.tsx'

interface DialogState {
  kind: 'links' | 'download' | 'edit' | 'stack' | 'preview'
  products: readonly Product[]
}

/** Actions on one or more products; those that the role does not allow are omitted. */
export function useProductActions(me: Me): {
  actionsOf: (products: readonly Product[]) => RowAction[]
  /** Render it once per screen. */
  dialogs: ReactNode
} {
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const close = () => setDialog(null)
  const actionsOf = useCallback(
    (products: readonly Product[]): RowAction[] => {
      const single = products.length === 1
      const checkedIn = products.filter(({ asset_id }) => asset_id !== null)
      const ask =
        (kind: DialogState['kind'], some = products) =>
        () =>
          setDialog({ kind, products: some })
      const actions: (RowAction | false)[] = [
        single &&
          checkedIn.length === 1 && {
            key: 'preview',
            label: 'Show on the map',
            icon: Eye,
            onSelect: ask('preview'),
          },
        single &&
          may(me, linkProduct) && {
            key: 'links',
            label: 'Links for QGIS, R and Python',
            icon: Link2,
            onSelect: ask('links'),
          },
        may(me, linkProductFiles) && {
          key: 'download',
          label: 'Download',
          icon: Download,
          disabled: products.every(({ files }) => files.length === 0),
          onSelect: ask('download'),
        },
        may(me, changeProducts) && { key: 'edit', label: 'Edit', icon: Pencil, onSelect: ask('edit') },
        may(me, createCustomStack) && {
          key: 'stack',
          label:
            checkedIn.length > 0 && checkedIn.length < products.length
              ? `Custom stack (${checkedIn.length})`
              : 'Custom stack',
          icon: Layers,
          disabled: checkedIn.length === 0,
          onSelect: ask('stack', checkedIn),
        },
      ]
      return actions.filter((action) => action !== false)
    },
    [me],
  )
  return { actionsOf, dialogs: dialog && <ProductDialog dialog={dialog} onClose={close} /> }
}

function ProductDialog({
  dialog: { kind, products },
  onClose,
}: {
  dialog: DialogState
  onClose: () => void
}) {
  const [first] = products
  if (!first) return null
  if (kind === 'links') return <LinksDialog product={first} onClose={onClose} />
  if (kind === 'preview') return <PreviewDialog product={first} onClose={onClose} />
  if (kind === 'download') return <DownloadDialog products={products} onClose={onClose} />
  if (kind === 'edit') return <EditDialog products={products} onClose={onClose} />
  return <StackDialog products={products} onClose={onClose} />
}
