import type { ComponentProps } from 'react'
import type { MenuEnd } from './menu.tsx'

const KEYS: Readonly<Record<string, MenuEnd>> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
}

/** Props of a button whose menu does not exist until it is first opened. */
export const menuOpener = (open: (focusOn?: MenuEnd) => void) =>
  ({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // No pointer (0): a screen reader or voice control pressed it.
    onClick: (event) => open(event.detail === 0 ? 'first' : undefined),
    onKeyDown: (event) => {
      const end = KEYS[event.key]
      if (end === undefined) return
      // Otherwise the key would press the item that takes the focus.
      event.preventDefault()
      open(end)
    },
  }) satisfies ComponentProps<'button'>
