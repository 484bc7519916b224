import { type ComponentProps, type ComponentType, type ReactElement, cloneElement, useState } from 'react'
import type { MenuEnd } from '~/components/ui/menu.tsx'
import { menuOpener } from '~/components/ui/menu-opener.ts'
import { showFailure } from './snackbar-outcomes.ts'

interface LoadedMenuProps {
  trigger: ReactElement
  defaultOpen?: boolean
  focusOn?: MenuEnd
}

/**
 * A menu whose code loads when a pointer or the focus nears its button: every screen has these menus, few people open
 * them, and positioning a menu needs more code than the whole login.
 */
export function LateMenu<P extends object>({
  trigger,
  load,
  menu,
}: {
  trigger: ReactElement<ComponentProps<'button'>>
  load: () => Promise<{ default: ComponentType<P & LoadedMenuProps> }>
  /** Props of the loaded menu, besides its button. */
  menu: P
}) {
  const [loaded, setLoaded] = useState<{ Menu: ComponentType<P & LoadedMenuProps>; focusOn?: MenuEnd }>()
  if (loaded) return <loaded.Menu {...menu} trigger={trigger} defaultOpen focusOn={loaded.focusOn} />
  // A failed prefetch is reported when the menu is requested.
  const warm = () => void load().catch(() => undefined)
  const open = (focusOn?: MenuEnd) =>
    void load().then((module) => setLoaded({ Menu: module.default, focusOn }), showFailure)
  return cloneElement(trigger, {
    ...menuOpener(open),
    onPointerEnter: warm,
    onFocus: warm,
  })
}
