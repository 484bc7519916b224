const CONTROL = 'a[href], button, input:not([hidden]), select, textarea, summary, [tabindex="0"]'
const ROW = 'tr, li'

/** The control that had the focus last, or what has taken its place. */
let place: HTMLElement | undefined

/** The link that had the focus last, of each entry of the browser's history. */
const lastLinks = new Map<string, string>()
const entry = (): string => (history.state as { __TSR_key?: string } | null)?.__TSR_key ?? ''
const linkOf = (element: HTMLElement) =>
  element.closest('a[href]') ?? element.closest('tr')?.querySelector('[data-row-link] a[href]')

/** For what was beside the content and closes, such as a dialog whose opener it has deleted. */
export const focusKeptPlace = (): void => place?.focus({ preventScroll: true })

/**
 * `ref` of a screen's content. A control with the focus that is removed gives it to its neighbour, and one that was only
 * disabled for a while gets it back; after Back, the link that had opened the other screen has it again. The browser
 * would start again at the top of the page.
 */
export function keepFocus(root: HTMLElement | null): (() => void) | undefined {
  if (!root) return undefined
  let screen = location.pathname
  let seen = entry()
  /** The address of the link that is to have the focus, until a key is pressed: rows may be rendered more than once. */
  let awaited: string | undefined
  const lost = () => document.activeElement === document.body || document.activeElement === null
  /** Whether another screen, or another entry of the history, is shown since the last call. */
  const arrives = (): boolean => {
    if (screen === location.pathname && seen === entry()) return false
    const isOther = screen !== location.pathname
    screen = location.pathname
    seen = entry()
    if (isOther) awaited = lastLinks.get(seen)
    return isOther
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !root.contains(target)) return
    arrives()
    place = target
    const href = linkOf(target)?.getAttribute('href')
    if (href && seen) lastLinks.set(seen, href)
  }
  const onKey = () => {
    awaited = undefined
  }
  const onPointer = ({ target }: Event) => {
    awaited = undefined
    if (target instanceof Node && root.contains(target)) place = undefined
  }
  const observer = new MutationObserver((records) => {
    if (!place) return
    if (arrives()) {
      // A link of the content has opened another screen, which begins at its top.
      place = root
    } else if (!root.contains(place)) place = neighbourOf(place, records, root)
    if (awaited !== undefined && (lost() || document.activeElement === root))
      [...root.querySelectorAll('a')].find((one) => one.getAttribute('href') === awaited)?.focus()
    if (place && lost() && !place.matches(':disabled')) focusKeptPlace()
  })
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('pointerdown', onPointer, true)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('keydown', onKey, true)
    document.removeEventListener('pointerdown', onPointer, true)
    place = undefined
  }
}

/** The same control of the next or previous row, else the last one of the same row, else the whole content. */
function neighbourOf(place: HTMLElement, records: readonly MutationRecord[], root: HTMLElement): HTMLElement {
  let near: HTMLElement | undefined = place
  // The neighbour may be removed by one of the next records.
  for (const record of records) {
    const removed = [...record.removedNodes].find((node) => near && node.contains(near))
    if (near && removed instanceof HTMLElement) near = besideRemoved(near, removed, record)
  }
  return near && root.contains(near) ? near : root
}

function besideRemoved(
  control: HTMLElement,
  removed: HTMLElement,
  { target, nextSibling, previousSibling }: MutationRecord,
): HTMLElement | undefined {
  const fromEnd = controlsOf(removed).indexOf(control) - controlsOf(removed).length
  const rows = removed === control || removed.matches(ROW) ? [nextSibling, previousSibling] : []
  for (const beside of rows.filter((one) => one instanceof HTMLElement)) {
    const controls = controlsOf(beside)
    const next = [controls.at(fromEnd), controls.at(-1)].find((one) => one && !one.matches(':disabled'))
    if (next) return next
  }
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>(ROW) : null
  return row ? controlsOf(row).at(-1) : undefined
}

/** The element itself, if it is one. */
const controlsOf = (element: HTMLElement): HTMLElement[] => [
  ...(element.matches(CONTROL) ? [element] : []),
  ...element.querySelectorAll<HTMLElement>(CONTROL),
]
