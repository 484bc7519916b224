import { Suspense, lazy, useEffect, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Search } from '~/components/ui/icons.tsx'

const load = () => import('./palette/palette.tsx')
const Palette = lazy(load)
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'))
/** Where something else is open. */
const TAKEN = '[role=dialog], [role=menu]'
/** Where `?` is text. */
const TEXT = `input, select, textarea, [contenteditable]`

type Opened = 'search' | 'shortcuts'

/** What a key press opens. */
function openedBy({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): Opened | undefined {
  const within = (selector: string) => target instanceof Element && target.closest(selector) !== null
  if (altKey || within(TAKEN)) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'search' : undefined
  return key === '?' && !within(TEXT) ? 'shortcuts' : undefined
}

/** The button in the title row. Ctrl-K and Cmd-K open the same palette, `?` the list of shortcuts. */
export function SearchButton() {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = event.defaultPrevented ? undefined : openedBy(event)
      if (!wanted) return
      event.preventDefault()
      setOpened(wanted)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <Button
        variant="bar"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search (Ctrl K)"
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => setOpened('search')}
        className="max-wide:px-2"
      >
        <Search aria-hidden="true" />
        <span className="max-wide:sr-only">Search</span>
      </Button>
      <Suspense>
        {opened === 'search' && <Palette onClose={close} onShortcuts={() => setOpened('shortcuts')} />}
        {opened === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </>
  )
}
