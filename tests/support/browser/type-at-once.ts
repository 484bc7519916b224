import { fireEvent } from '@testing-library/react'

/**
 * Types without a turn of the event loop between two keys: no timer fires before the last one, however busy the machine
 * is, so a debounce sees one pause.
 */
export function typeAtOnce(field: HTMLElement, text: string): void {
  field.focus()
  for (let end = 1; end <= text.length; end++)
    fireEvent.change(field, { target: { value: text.slice(0, end) } })
}
