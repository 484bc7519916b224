import * as Dialog from '@radix-ui/react-dialog'
import { useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { MenuIcon, X } from 'lucide-react'
import { Brand } from '~/components/shell/brand.tsx'
import { SideMenu } from './side-menu.tsx'

/** The whole side menu where only its icons are beside the page, or nothing at all. */
export function MenuDrawer({ brandName }: { brandName: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button variant="bar" size="icon" aria-label="Open the menu" className="min-[1200px]:hidden">
          <MenuIcon aria-hidden="true" />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim min-[1200px]:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-50 w-menu overflow-y-auto border-r bg-sunk text-text shadow-float min-[1200px]:hidden"
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
