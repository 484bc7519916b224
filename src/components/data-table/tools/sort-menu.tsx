import type { RowData } from '@tanstack/react-table'
import { Button } from '~/components/ui/button.tsx'
import { ArrowDownUp, CalendarArrowDown } from 'lucide-react'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '~/components/ui/overlays/menu.tsx'
import { type AppTable, columnLabel } from '~/components/data-table/table/app-table.ts'
import { newestFirst } from './newest-first.tsx'

interface SortMenuProps<R extends RowData> {
  table: AppTable<R>
  /** The time column, if 'Newest first' is offered. */
  newest?: string | undefined
}

/**
 * For narrow screens, where rows are cards without clickable headers, and for touch screens of any width: they have no
 * Shift key that would add a second column.
 */
export function SortMenu<R extends RowData>(props: SortMenuProps<R>) {
  if (!props.table.state.sorting[0]) return null
  return (
    <div className="min-[700px]:[@media(any-pointer:fine)]:hidden">
      <Menu
        label="Sort"
        trigger={
          <Button variant="quiet" size="small">
            <ArrowDownUp aria-hidden="true" />
            Sort
          </Button>
        }
      >
        <SortChoices {...props} />
      </Menu>
    </div>
  )
}

/** Computed when the menu opens. */
function SortChoices<R extends RowData>({ table, newest }: SortMenuProps<R>) {
  const [sorted, second, third] = table.state.sorting
  if (!sorted) return null
  const columns = table
    .getVisibleLeafColumns()
    .filter((column) => column.getCanSort())
    .map((column) => ({ value: column.id, label: columnLabel(column) }))
  const others = [second, third].filter((one) => one !== undefined)
  return (
    <>
      {newest !== undefined && !newestFirst(table, newest).pressed && (
        <>
          <MenuItem onSelect={newestFirst(table, newest).toggle}>
            <CalendarArrowDown aria-hidden="true" />
            Newest first
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuChoice
        value={sorted.desc ? 'desc' : 'asc'}
        onChange={(order) => table.setSorting([{ id: sorted.id, desc: order === 'desc' }, ...others])}
        options={[
          { value: 'asc', label: 'Ascending' },
          { value: 'desc', label: 'Descending' },
        ]}
      />
      <MenuSeparator />
      <MenuChoice
        value={sorted.id}
        onChange={(id) => table.setSorting([{ id, desc: sorted.desc }])}
        options={columns}
      />
      <MenuSeparator />
      <MenuLabel>Then by</MenuLabel>
      <MenuChoice
        value={second?.id ?? ''}
        onChange={(id) => table.setSorting([sorted, ...(id ? [{ id, desc: false }] : [])])}
        options={[
          { value: '', label: 'Nothing else' },
          ...columns.filter(({ value }) => value !== sorted.id),
        ]}
      />
    </>
  )
}
