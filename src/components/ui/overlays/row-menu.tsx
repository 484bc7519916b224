import { Ellipsis } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { browserTitle } from '~/lib/browser-title.ts'
import { Button } from '~/components/ui/button.tsx'
import { Menu, type MenuEnd } from './menu.tsx'
import { menuOpener } from './menu-opener.ts'

/**
 * The actions of a table's row, behind a button with three dots. Before it is first opened there is only the button: a
 * page has a hundred.
 */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const [opened, setOpened] = useState<{ focusOn?: MenuEnd }>()
  const button = (props?: ComponentProps<'button'>) => (
    <Button variant="quiet" size="smallIcon" aria-label={label} {...props}>
      <Ellipsis aria-hidden="true" />
    </Button>
  )
  if (!opened)
    return button({
      ...menuOpener((focusOn) => setOpened({ focusOn })),
      ref: browserTitle(label),
      title: undefined,
    })
  return (
    <Menu label={label} defaultOpen focusOn={opened.focusOn} trigger={button()}>
      {children}
    </Menu>
  )
}
