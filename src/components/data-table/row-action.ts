import type { LucideIcon } from 'lucide-react'

/** Something to do with one row or with several: a button of the selection, or an entry of a row's menu. */
export interface RowAction {
  key: string
  label: string
  icon: LucideIcon
  /** None of the rows allows it. */
  disabled?: boolean
  danger?: boolean
  onSelect: () => void
}
