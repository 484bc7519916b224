import type { RowData } from '@tanstack/react-table'
import { Button } from '~/components/ui/button.tsx'
import { CalendarArrowDown } from 'lucide-react'
import type { AppTable } from '~/components/data-table/table/app-table.ts'

/** Lists open in the specified order, oldest first; most people want the reverse. */
export function NewestFirst<R extends RowData>({ table, column }: { table: AppTable<R>; column: string }) {
  const sorted = table.state.sorting[0]
  const pressed = sorted?.id === column && sorted.desc
  return (
    <Button
      variant={pressed ? 'pressed' : 'quiet'}
      size="small"
      aria-pressed={pressed}
      // There, the View menu sorts.
      className="max-[699px]:hidden"
      onClick={() => table.setSorting([{ id: column, desc: !pressed }])}
    >
      <CalendarArrowDown aria-hidden="true" />
      Newest first
    </Button>
  )
}
