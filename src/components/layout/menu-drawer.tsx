import * as Dialog from '@radix-ui/react-dialog'
import { useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { MenuIcon, X } from '~/components/ui/icons.tsx'
import { Brand } from './brand.tsx'
import { SideMenu } from './side-menu.tsx'

/** The side menu on narrow screens. */
export function MenuDrawer({ brandName }: { brandName: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button variant="bar" size="icon" aria-label="Open the menu" className="wide:hidden">
          <MenuIcon aria-hidden="true" />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim wide:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-50 w-menu overflow-y-auto border-r bg-sunk text-text shadow-float wide:hidden"
        >
          <div className="flex h-bar items-center justify-between px-3">
            <Dialog.Title asChild>
              <div>
                <Brand name={brandName} />
              </div>
            </Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close the menu">
                <X aria-hidden="true" />
              </Button>
            </Dialog.Close>
          </div>
          <SideMenu onNavigate={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
