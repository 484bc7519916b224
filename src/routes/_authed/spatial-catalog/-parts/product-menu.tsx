import { Ellipsis } from 'lucide-react'
import type { Product } from '#contract/interpolation-shapes.ts'
import type { RowAction } from '~/components/data-table/row-action.ts'
import { Button } from '~/components/ui/button.tsx'
import { Menu, MenuItem } from '~/components/ui/menu.tsx'

export function ProductMenu({ product, actions }: { product: Product; actions: readonly RowAction[] }) {
  return (
    <Menu
      label={`Actions of ${product.title}`}
      trigger={
        <Button variant="quiet" size="smallIcon" aria-label={`Actions of ${product.title}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {actions.map(({ key, label, icon: Icon, disabled, onSelect }) => (
        <MenuItem key={key} disabled={disabled} onSelect={onSelect}>
          <Icon aria-hidden="true" />
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
