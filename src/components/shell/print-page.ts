import { useEffect } from 'react'
import { clearSnackbar, showSnackbar } from './snackbar/snackbar-store.ts'

const STEP_MS = 50
/** What never loads must not prevent printing. */
const LATEST_MS = 10_000

const isLoading = () => document.querySelector('[data-loading]') !== null

let waiting = false

/** Prints the page once nothing on it is still loading. */
export async function printPage(): Promise<void> {
  if (waiting) return
  waiting = true
  const latest = Date.now() + LATEST_MS
  const waits = isLoading()
  if (waits) showSnackbar({ color: 'info', message: 'Waiting for maps and charts before printing' })
  while (isLoading() && Date.now() < latest) await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  waiting = false
  if (waits) clearSnackbar()
  window.print()
}

/** While something is loading, Ctrl-P waits for it as `printPage` does. */
export function usePrintKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event
      const prints = key.toLowerCase() === 'p' && (ctrlKey || metaKey) && !shiftKey && !altKey
      if (!prints || !isLoading()) return
      event.preventDefault()
      void printPage()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
