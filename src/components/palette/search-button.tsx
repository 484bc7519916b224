import { useEffect, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Search } from 'lucide-react'
import { Palette } from './palette.tsx'
import { ShortcutsDialog } from '~/components/help/shortcuts-dialog.tsx'

/** Where something else is open. */
const TAKEN = '[role=dialog], [role=menu]'
/** Where `?` is text. */
const TEXT = `input, select, textarea, [contenteditable]`

type Opened = 'search' | 'shortcuts'

const within = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

/** What a key press opens. */
function dialogOfKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): Opened | undefined {
  if (altKey || within(target, TAKEN)) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'search' : undefined
  return key === '?' && !within(target, TEXT) ? 'shortcuts' : undefined
}

/** Whether a key press outside of a dialog types a character. */
const isText = ({ key, ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing && !within(target, TAKEN)

/** The button in the title row. Ctrl-K and Cmd-K open the same palette, `?` the list of shortcuts. */
export function SearchButton() {
  const [opened, setOpened] = useState<Opened>()
  const [typed, setTyped] = useState('')
  const close = () => {
    setOpened(undefined)
    setTyped('')
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      // Until the palette is loaded, its field has no focus.
      const isEarly = opened === 'search' && isText(event)
      const request = isEarly ? undefined : dialogOfKey(event)
      if (isEarly) setTyped((text) => text + event.key)
      else if (request) setOpened(request)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [opened])
  return (
    <>
      <Button
        variant="bar"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search (Ctrl K)"
        onClick={() => setOpened('search')}
        className="max-wide:px-2"
      >
        <Search aria-hidden="true" />
        <span className="max-wide:sr-only">Search</span>
      </Button>
      {opened === 'search' && (
        <Palette
          typed={typed}
          onTyped={setTyped}
          onClose={close}
          onShortcuts={() => setOpened('shortcuts')}
        />
      )}
      {opened === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  )
}
