import type { Icon } from '~/components/ui/icons.tsx'

/** An action on one or more rows: a button of the selection bar, or an entry of a row's menu. */
export interface RowAction {
  key: string
  label: string
  icon: Icon
  /** None of the rows allows it. */
  disabled?: boolean
  danger?: boolean
  onSelect: () => void
}
