import { useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import { dragEdge, fitColumn, stepColumn } from './resize-column.ts'

const headerOf = (target: EventTarget) => (target as Element).closest<HTMLTableCellElement>('th[data-column]')
const isHandle = (target: EventTarget) => (target as Element).matches('.resize-handle')

/** For a table's header: dragging an edge, double-clicking it, and Alt with an arrow on a header change a column's width. */
export function useColumnResizing() {
  const client = useQueryClient()
  return {
    onPointerDown: (event: PointerEvent) => {
      const header = headerOf(event.target)
      if (!header || !isHandle(event.target) || event.button !== 0) return
      event.preventDefault()
      const { clientX, pointerId } = event
      dragEdge(client, header, { clientX, pointerId })
    },
    onDoubleClick: ({ target }: MouseEvent) => {
      const header = headerOf(target)
      if (header && isHandle(target)) fitColumn(client, header)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const header = headerOf(event.target)
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (!header || step === undefined || !event.altKey) return
      // The browser's Back and Forward.
      event.preventDefault()
      stepColumn(client, header, step)
    },
  }
}
