import type { QueryClient } from '@tanstack/react-query'
import { rememberPreference } from '~/components/shell/preferences.ts'
import { type ColumnWidths, allowedWidth, withWidth, writeWidths } from '~/lib/column-widths.ts'
import { sessionQuery } from '~/server/accounts.functions.ts'

const STEP_PX = 16
/** A column that fits its content is never wider, so that one long text does not push all others away. */
const MAX_FIT_PX = 480

/** Shows the widths at once and keeps them in this browser for the next page load. */
function remember(client: QueryClient, change: (before: ColumnWidths) => ColumnWidths): void {
  client.setQueryData(sessionQuery.queryKey, (session) => {
    if (!session) return session
    const columnWidths = change(session.columnWidths)
    rememberPreference('column-widths', writeWidths(columnWidths))
    return { ...session, columnWidths }
  })
}

const tableOf = (header: HTMLTableCellElement) => header.closest('table')!
const setWidth = (client: QueryClient, header: HTMLTableCellElement, px: number) =>
  remember(client, (before) =>
    withWidth(before, tableOf(header).dataset['table']!, header.dataset['column']!, px),
  )

/** All columns of a table as wide as their content again. */
export const resetColumns = (client: QueryClient, table: string) =>
  remember(client, ({ [table]: _removed, ...others }) => others)

/** A step to the left or right, by keyboard or button. */
export const stepColumn = (client: QueryClient, header: HTMLTableCellElement, steps: number) =>
  setWidth(client, header, header.offsetWidth + steps * STEP_PX)

/** The header of a visible column, for controls outside the table. */
export const findHeader = (table: string, column: string) =>
  document.querySelector<HTMLTableCellElement>(`table[data-table="${table}"] th[data-column="${column}"]`)

/** Follows the pointer until it is released; Escape puts the former width back. */
export function dragEdge(
  client: QueryClient,
  header: HTMLTableCellElement,
  { clientX, pointerId }: { clientX: number; pointerId: number },
): void {
  const from = header.offsetWidth
  const cells = cellsBelow(header)
  const former = cells.map((cell) => [cell.style.getPropertyValue('--size'), cell.className] as const)
  let px = from
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    // Released before this code was loaded, as in a double click.
    if ((event.buttons & 1) === 0) return end()
    px = allowedWidth(from + event.clientX - clientX)
    for (const cell of cells) {
      cell.classList.add('sized')
      cell.style.setProperty('--size', `${px}px`)
    }
  }
  const stop = () => {
    header.classList.remove('resizing')
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', end)
    window.removeEventListener('pointercancel', cancel)
    window.removeEventListener('keydown', onKey)
  }
  const end = () => {
    stop()
    if (px !== from) setWidth(client, header, px)
  }
  const cancel = () => {
    stop()
    for (const [i, cell] of cells.entries()) {
      cell.style.setProperty('--size', former[i][0])
      cell.className = former[i][1]
    }
  }
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && cancel()
  header.classList.add('resizing')
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', cancel)
  window.addEventListener('keydown', onKey)
}

/** Makes a column as wide as its longest content on the page. */
export function fitColumn(client: QueryClient, header: HTMLTableCellElement): void {
  const widths = cellsBelow(header).map((cell) => {
    const copy = document.createElement('div')
    copy.className = 'absolute invisible w-max whitespace-nowrap'
    copy.append(...[...cell.childNodes].map((child) => child.cloneNode(true)))
    cell.append(copy)
    const { paddingLeft, paddingRight } = getComputedStyle(cell)
    const px = copy.offsetWidth + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
    copy.remove()
    return Math.ceil(px)
  })
  setWidth(client, header, Math.min(Math.max(...widths), MAX_FIT_PX))
}

/** The header and the cells of its column. */
function cellsBelow(header: HTMLTableCellElement): HTMLElement[] {
  return [...tableOf(header).rows]
    .map((row) => row.cells[header.cellIndex])
    .filter((cell) => cell !== undefined)
}
