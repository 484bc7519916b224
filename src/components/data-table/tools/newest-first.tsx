import type { RowData } from '@tanstack/react-table'
import { Button } from '~/components/ui/button.tsx'
import { CalendarArrowDown } from 'lucide-react'
import type { AppTable } from '~/components/data-table/table/app-table.ts'

/** What the button does, and whether it is active: the newest rows first, or back to the oldest. */
export function newestFirst<R extends RowData>(table: AppTable<R>, column: string) {
  const sorted = table.state.sorting[0]
  const pressed = sorted?.id === column && sorted.desc
  return { pressed, toggle: () => table.setSorting([{ id: column, desc: !pressed }]) }
}

/** Lists open in the specified order, oldest first; most people want the reverse. */
export function NewestFirst<R extends RowData>({ table, column }: { table: AppTable<R>; column: string }) {
  const { pressed, toggle } = newestFirst(table, column)
  return (
    <Button
      variant={pressed ? 'pressed' : 'quiet'}
      size="small"
      aria-pressed={pressed}
      className="max-[699px]:hidden"
      onClick={toggle}
    >
      <CalendarArrowDown aria-hidden="true" />
      Newest first
    </Button>
  )
}
