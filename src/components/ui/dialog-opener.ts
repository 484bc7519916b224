import { createContext } from 'react'

/** The button to focus when the dialog closes, if it is known before the dialog's code is loaded. */
export const DialogOpener = createContext<HTMLElement | null>(null)

/** The button of the menu that holds this item: the item no longer exists when the dialog that it opened closes. */
export function buttonOfMenu(item: Element | null): HTMLElement | null {
  const menu = item?.closest('[role=menu]')
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
}
