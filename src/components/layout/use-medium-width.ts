import { useSyncExternalStore } from 'react'

const MEDIUM = '(900px <= width < 1200px)'

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia(MEDIUM)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** The window's width shows the menu as icons, whatever the person chose. The looks follow from CSS alone. */
export const useMediumWidth = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(MEDIUM).matches,
    () => false,
  )
