import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Ellipsis } from './icons.tsx'
import { Menu } from './menu.tsx'

/** The actions of a table's row, behind a button with three dots. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      label={label}
      trigger={
        <Button variant="quiet" size="smallIcon" aria-label={label}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {children}
    </Menu>
  )
}
