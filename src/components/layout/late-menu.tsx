import { type ComponentProps, type ComponentType, type ReactElement, cloneElement, useState } from 'react'
import type { MenuEnd } from '~/components/ui/menu.tsx'
import { showFailure } from './snackbar-outcomes.ts'

interface LoadedMenuProps {
  trigger: ReactElement
  defaultOpen?: boolean
  focusOn?: MenuEnd
}

const KEYS: Readonly<Record<string, MenuEnd>> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
}

/**
 * A menu whose code loads when a pointer or the focus nears its button: every screen has these menus, few people open
 * them, and positioning a menu needs more code than the whole sign-in.
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
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: warm,
    onFocus: warm,
    // No pointer (0): a screen reader or voice control pressed it.
    onClick: (event) => open(event.detail === 0 ? 'first' : undefined),
    onKeyDown: (event) => {
      const end = KEYS[event.key]
      if (end === undefined) return
      // Otherwise the key would press the item that takes the focus.
      event.preventDefault()
      open(end)
    },
  })
}
