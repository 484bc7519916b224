import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { keepFocus } from '~/components/ui/overlays/kept-focus.ts'
import { TooltipProvider } from '~/components/ui/overlays/tooltip.tsx'
import { type Session, sessionQuery } from '~/server/accounts.functions.ts'
import { Brand } from './brand.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { MenuDrawer } from './menu/menu-drawer.tsx'
import { rememberPreference } from './preferences.ts'
import { SideMenu } from './menu/side-menu.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { useMediumWidth } from './menu/use-medium-width.ts'

/** The frame of every logged-in screen. */
export function Shell({
  session,
  userName,
  tools,
  children,
}: {
  session: Session
  userName: string
  /** Buttons of the title row. */
  tools: ReactNode
  children: ReactNode
}) {
  const queryClient = useQueryClient()
  const medium = useMediumWidth()
  const [rail, setRail] = useState(session.rail)
  const toggle = () => {
    rememberPreference('menu', rail ? 'full' : 'rail')
    queryClient.setQueryData(sessionQuery.queryKey, (previous) => previous && { ...previous, rail: !rail })
    setRail(!rail)
  }
  const ToggleIcon = rail ? PanelLeftOpen : PanelLeftClose
  const toggleLabel = rail ? 'Expand the menu' : 'Collapse the menu'
  return (
    <TooltipProvider delayDuration={300}>
      <SkipLink />
      <div className="flex min-h-dvh">
        <aside
          aria-label="Menu and brand"
          className="sticky top-0 hidden h-dvh w-menu shrink-0 flex-col border-r bg-sunk max-[1199px]:w-rail data-[rail=true]:w-rail wide:flex print:hidden"
          data-part="side-menu"
          data-rail={rail}
        >
          <div className="flex h-bar shrink-0 items-center px-4 rail:justify-center rail:px-0">
            <Brand name={session.brandName} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto [scrollbar-width:thin]">
            <SideMenu rail={rail || medium} />
          </div>
          <div className="flex border-t p-2 max-[1199px]:hidden rail:justify-center">
            <Button variant="quiet" size="icon" onClick={toggle} aria-label={toggleLabel} title={toggleLabel}>
              <ToggleIcon aria-hidden="true" />
            </Button>
          </div>
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar userName={userName} start={<MenuDrawer brandName={session.brandName} />}>
            {tools}
          </TopBar>
          <main
            id="content"
            ref={keepFocus}
            tabIndex={-1}
            className="flex min-w-0 flex-1 flex-col gap-3 p-4 outline-none wide:p-6 print:p-0"
          >
            <Breadcrumbs />
            {children}
          </main>
        </div>
      </div>
    </TooltipProvider>
  )
}
