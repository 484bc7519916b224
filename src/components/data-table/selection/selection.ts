import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'

interface Row {
  id: number
}
/** The same in every table: ids of rows as the table and its selection name them. */
export const rowId = ({ id }: Row): string => String(id)

/**
 * Selected rows by id, as last seen: the selection survives paging, sorting, filtering and coming back from another
 * screen, and is not in the address.
 */
export interface Selection<R> {
  rows: ReadonlyMap<string, R>
  /** With `range`, applies to all rows between the last selected one and this one. */
  toggle: (row: R, pageRows: readonly R[], range: boolean) => void
  setAll: (pageRows: readonly R[], on: boolean) => void
  clear: () => void
}

/** The last selection, with its entry in the browser's history. Never written on the server. */
let last: { entry: string; rows: ReadonlyMap<string, unknown> } | undefined

export function useSelection<R extends Row>(): Selection<R> {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null
  const [screen] = useState(router?.state.location.pathname)
  const [rows, setRows] = useState<ReadonlyMap<string, R>>(() =>
    last && last.entry === router?.state.location.state.__TSR_key
      ? (last.rows as ReadonlyMap<string, R>)
      : new Map(),
  )
  // After every rendering: a filter changes the entry, too.
  useEffect(() => {
    const { pathname, state } = router?.state.location ?? {}
    // Another screen's address comes before this one disappears.
    if (state?.__TSR_key && pathname === screen) last = { entry: state.__TSR_key, rows }
  })
  const anchor = useRef<string>(undefined)
  // Stable, so that a row is rendered only if its own selection changes.
  const changes = useMemo(
    () => ({
      toggle: (row: R, pageRows: readonly R[], range: boolean) => {
        const id = rowId(row)
        const between = range ? rowsBetween(pageRows, anchor.current, id) : undefined
        if (between)
          return setRows((previous) => changed(previous, between, previous.has(anchor.current ?? '')))
        anchor.current = id
        return setRows((previous) => changed(previous, [row], !previous.has(id)))
      },
      setAll: (pageRows: readonly R[], on: boolean) => setRows((previous) => changed(previous, pageRows, on)),
      clear: () => {
        anchor.current = undefined
        setRows(new Map())
      },
    }),
    [],
  )
  return { rows, ...changes }
}

function changed<R extends Row>(
  previous: ReadonlyMap<string, R>,
  some: readonly R[],
  on: boolean,
): ReadonlyMap<string, R> {
  const next = new Map(previous)
  for (const row of some) {
    if (on) next.set(rowId(row), row)
    else next.delete(rowId(row))
  }
  return next
}

/** From one row to the other, both included, in the order shown; undefined if one of them is not shown. */
function rowsBetween<R extends Row>(
  pageRows: readonly R[],
  from: string | undefined,
  to: string,
): R[] | undefined {
  const places = [from, to].map((id) => pageRows.findIndex((row) => rowId(row) === id))
  if (places.includes(-1)) return undefined
  return pageRows.slice(Math.min(...places), Math.max(...places) + 1)
}

/** The selected rows, each in the newest version on the page. */
export function rowsOfSelection<R extends Row>({ rows }: Selection<R>, pageRows: readonly R[]): R[] {
  const fresh = new Map(pageRows.map((row) => [rowId(row), row]))
  return [...rows].map(([id, row]) => fresh.get(id) ?? row)
}
