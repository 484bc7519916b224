import type { CSSProperties } from 'react'

/** The style of a cell whose column has a width of its own; `table.css` applies it where rows are no cards. */
export const sizeOf = (width: number | undefined): CSSProperties | undefined =>
  width === undefined ? undefined : ({ '--size': `${width}px` } as CSSProperties)
