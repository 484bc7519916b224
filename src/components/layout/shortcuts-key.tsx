import { Suspense, lazy, useEffect, useState } from 'react'

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'))
/** Where `?` is text, or where something else is open. */
const BUSY = 'input, select, textarea, [contenteditable], [role=dialog], [role=menu]'

/** `?` opens the list of shortcuts. */
export function ShortcutsKey() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (event.target instanceof Element && event.target.closest(BUSY)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <ShortcutsDialog onClose={() => setOpen(false)} />
    </Suspense>
  )
}
