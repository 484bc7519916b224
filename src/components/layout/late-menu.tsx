import { type ComponentProps, type ComponentType, type ReactElement, cloneElement, useState } from 'react'
import { showFailure } from './snackbar-outcomes.ts'

interface LoadedMenuProps {
  trigger: ReactElement
  defaultOpen?: boolean
}

/**
 * A menu whose code comes when a pointer or the focus nears its button: every screen has these menus, few people open
 * them, and positioning a menu needs more code than the whole sign-in.
 */
export function LateMenu<P extends object>({
  trigger,
  load,
  menu,
}: {
  trigger: ReactElement<ComponentProps<'button'>>
  load: () => Promise<{ default: ComponentType<P & LoadedMenuProps> }>
  /** What the loaded menu is given, beside its button. */
  menu: P
}) {
  const [Loaded, setLoaded] = useState<ComponentType<P & LoadedMenuProps>>()
  if (Loaded) return <Loaded {...menu} trigger={trigger} defaultOpen />
  // What could not be fetched in advance is told when it is asked for.
  const warm = () => void load().catch(() => undefined)
  const open = () => void load().then((module) => setLoaded(() => module.default), showFailure)
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: warm,
    onFocus: warm,
    onClick: open,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      open()
    },
  })
}
