import { useEffect } from 'react'

/** While active, the browser asks before the tab is closed or reloaded. */
export function useAskBeforeUnload(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
}
