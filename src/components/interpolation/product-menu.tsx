import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import type { RowAction } from '~/components/data-table/table/row-action.ts'
import { MenuItem } from '~/components/ui/overlays/menu.tsx'
import { RowMenu } from '~/components/ui/overlays/row-menu.tsx'

export function ProductMenu({ product, actions }: { product: Product; actions: readonly RowAction[] }) {
  return (
    <RowMenu label={`Actions for ${product.title}`}>
      {actions.map(({ key, label, icon: Icon, disabled, onSelect }) => (
        <MenuItem key={key} disabled={disabled} onSelect={onSelect}>
          <Icon aria-hidden="true" />
          {label}
        </MenuItem>
      ))}
    </RowMenu>
  )
}
