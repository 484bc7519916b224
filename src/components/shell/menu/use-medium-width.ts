import { useSyncExternalStore } from 'react'

const MEDIUM = '(900px <= width < 1200px)'

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia(MEDIUM)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** The window's width shows the menu as icons, also if the person chose the whole menu. The looks follow from CSS alone. */
export const useMediumWidth = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(MEDIUM).matches,
    () => false,
  )
