import { type KeyboardEvent, useState } from 'react'
import type { PaletteOption } from './option.ts'

/** The field keeps the focus; arrow keys move through the rows, Enter takes one, with Ctrl or Cmd in a new tab. */
export function usePaletteKeys(
  options: readonly PaletteOption[],
  take: (option: PaletteOption, inNewTab: boolean) => void,
) {
  // By id, so that rows which arrive later do not move the choice.
  const [activeId, setActiveId] = useState<string>()
  const place = Math.max(
    0,
    options.findIndex(({ id }) => id === activeId),
  )
  const active = options[place]
  const onKeyDown = (event: KeyboardEvent) => {
    // A word that is still being composed, as in Japanese, is not a choice.
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, PageDown: place + 5, PageUp: place - 5 }[event.key]
    if (to !== undefined) setActiveId(options[wrapped(to, event.key, options.length)]?.id)
    else if (event.key === 'Enter' && active) take(active, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  return { active, setActive: (option: PaletteOption | undefined) => setActiveId(option?.id), onKeyDown }
}

/** Arrows go round, pages stop at the ends. */
const wrapped = (to: number, key: string, count: number) =>
  key.startsWith('Arrow') ? (to + count) % Math.max(1, count) : Math.min(Math.max(0, to), count - 1)
