import { type RefObject, useEffect, useRef } from 'react'

const CONTROL = 'a[href], button, input, select, textarea, summary'
const CELL = 'th, td'
/** PageUp and PageDown move by as many rows. */
const PAGE_ROWS = 10

/**
 * The keyboard of a WAI-ARIA grid for a table's body: one tab stop; arrow keys, Home, End, PageUp and PageDown move the
 * focus. A cell's controls take the focus themselves, one after the other; a cell without controls takes it as a whole.
 * Native listeners, because React's events also come from menus and dialogs that a cell has opened.
 */
export function useGridKeys(): RefObject<HTMLTableSectionElement | null> {
  const ref = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const body = ref.current
    if (!body) return
    let current: HTMLElement | undefined
    const settle = (changed: Iterable<HTMLTableRowElement>) => {
      for (const row of changed) for (const stop of stopsOf(row)) if (stop !== current) stop.tabIndex = -1
      const row = current?.closest('tr')
      if (current && row && body.contains(row) && stopsOf(row).includes(current)) return
      if (current) current.tabIndex = -1
      current = body.rows[0] && stopsOf(body.rows[0])[0]
      if (current) current.tabIndex = 0
    }
    const onFocus = ({ target }: FocusEvent) => {
      const stop = target instanceof HTMLElement ? target.closest<HTMLElement>(`${CONTROL}, ${CELL}`) : null
      if (!stop || stop === current) return
      if (current) current.tabIndex = -1
      current = stop
      current.tabIndex = 0
    }
    const onKey = (event: KeyboardEvent) => {
      if (!current?.contains(event.target as Node) || !press(current, event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    settle(body.rows)
    const observer = new MutationObserver((records) => settle(changedRows(records)))
    observer.observe(body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    body.addEventListener('focusin', onFocus)
    // Before a control's own keys: an arrow would open a row's menu.
    body.addEventListener('keydown', onKey, true)
    return () => {
      observer.disconnect()
      body.removeEventListener('focusin', onFocus)
      body.removeEventListener('keydown', onKey, true)
    }
  }, [])
  return ref
}

/** Not all rows: a long page arrives in steps. */
const changedRows = (records: readonly MutationRecord[]): Set<HTMLTableRowElement> =>
  new Set(
    records
      .flatMap(({ target, addedNodes }) => [target, ...addedNodes])
      .map((node) => (node instanceof Element ? node.closest('tr') : null))
      .filter((row) => row !== null),
  )

const stopsOf = (row: HTMLTableRowElement): HTMLElement[] =>
  [...row.cells].flatMap((cell) => {
    const controls = controlsOf(cell)
    return controls.length > 0 ? controls : [cell]
  })

const controlsOf = (cell: HTMLElement) =>
  [...cell.querySelectorAll<HTMLElement>(CONTROL)].filter((control) => !control.matches(':disabled'))

/** Whether the key was used. */
function press(from: HTMLElement, { key, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): boolean {
  const row = from.closest('tr')
  const cell = from.closest<HTMLTableCellElement>(CELL)
  if (!row || !cell || altKey || metaKey || from.matches('input:not([type=checkbox]), select, textarea'))
    return false
  const box = row.querySelector<HTMLElement>('[data-row-check]')
  if (key === ' ' && !from.matches('button, input, summary')) return box !== null && (box.click(), true)
  if (key === 'Enter' && from === cell) {
    const link = row.querySelector<HTMLElement>('[data-row-link] a')
    return link !== null && (link.click(), true)
  }
  const next = ctrlKey ? cornerOf(row, key) : (besideOf(from, row, key) ?? aboveOrBelow(from, cell, row, key))
  if (!next) return false
  next.focus()
  // Selects the rows in between, too.
  if (shiftKey && /^Arrow(Up|Down)$/.test(key))
    next
      .closest('tr')
      ?.querySelector('[data-row-check]')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }))
  return true
}

/** The first or last stop of the table, for keys with Ctrl. */
function cornerOf(row: HTMLTableRowElement, key: string): HTMLElement | undefined {
  const { rows } = row.parentElement as HTMLTableSectionElement
  if (key === 'Home') return stopsOf(rows[0])[0]
  return key === 'End' ? stopsOf(rows[rows.length - 1]).at(-1) : undefined
}

function besideOf(from: HTMLElement, row: HTMLTableRowElement, key: string): HTMLElement | undefined {
  const stops = stopsOf(row)
  const at = stops.indexOf(from)
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: stops.length - 1 }[key]
  return to === undefined ? undefined : stops[Math.min(Math.max(to, 0), stops.length - 1)]
}

/** In the same column, and on the same control of the cell if there is one. */
function aboveOrBelow(
  from: HTMLElement,
  cell: HTMLTableCellElement,
  row: HTMLTableRowElement,
  key: string,
): HTMLElement | undefined {
  const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE_ROWS, PageDown: PAGE_ROWS }[key]
  if (step === undefined) return undefined
  const { rows } = row.parentElement as HTMLTableSectionElement
  const to = Math.min(Math.max(row.sectionRowIndex + step, 0), rows.length - 1)
  const target = rows[to].cells[cell.cellIndex]
  const controls = controlsOf(target)
  const place = Math.max(controlsOf(cell).indexOf(from), 0)
  return controls[Math.min(place, controls.length - 1)] ?? target
}
