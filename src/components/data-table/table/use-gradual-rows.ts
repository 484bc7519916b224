import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** What a window of 900 px shows; the next step fills a higher one. */
const FIRST_ROWS = 16
const STEP_ROWS = 10

/**
 * How many of the rows to render: all of them, but the rows of another, long page in steps, so that the first are there
 * in time and no step holds up a frame. What the server rendered, and a page that Back returns to, is whole at once.
 */
export function useGradualRows(rows: readonly { id: string }[]): number {
  const [state, setState] = useState({ rows, count: rows.length })
  let { count } = state
  if (state.rows !== rows) {
    const ids = new Set(state.rows.map(({ id }) => id))
    const fresh = rows.filter(({ id }) => !ids.has(id)).length
    const wasWhole = count >= state.rows.length
    // A few new ones among those that are shown, as when jobs arrive, come at once.
    count = fresh > FIRST_ROWS ? FIRST_ROWS : wasWhole ? rows.length : count
    setState({ rows, count })
  }
  useEffect(() => {
    if (count < rows.length)
      startTransition(() => setState((now) => ({ ...now, count: now.count + STEP_ROWS })))
  }, [count, rows.length])
  const whole = count >= rows.length
  useLayoutEffect(() => {
    if (whole) return
    // The browser prints what is there when this event ends.
    const showAll = () => flushSync(() => setState({ rows, count: rows.length }))
    window.addEventListener('beforeprint', showAll)
    return () => window.removeEventListener('beforeprint', showAll)
  }, [whole, rows])
  return Math.min(count, rows.length)
}
