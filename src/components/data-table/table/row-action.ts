import type { LucideIcon } from 'lucide-react'

/** An action on one or more rows: a button of the selection bar, or an entry of a row's menu. */
export interface RowAction {
  key: string
  label: string
  icon: LucideIcon
  /** None of the rows allows it. */
  disabled?: boolean
  danger?: boolean
  onSelect: () => void
}
