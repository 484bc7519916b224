import type { RowData } from '@tanstack/react-table'
import { Field } from '~/components/ui/fields/field.tsx'
import { Segmented } from '~/components/ui/fields/segmented.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { type AppTable, columnLabel } from '~/components/data-table/table/app-table.ts'

/** What clicks on headers do, for cards without headers and touch screens without a Shift key, too. */
export function SortFields<R extends RowData>({ table }: { table: AppTable<R> }) {
  const [first, second, third] = table.state.sorting
  if (!first) return null
  const columns = table
    .getAllLeafColumns()
    .filter((column) => column.getCanSort() && (column.getIsVisible() || column.id === first.id))
    .map((column) => ({ id: column.id, label: columnLabel(column) }))
  const others = [second, third].filter((one) => one !== undefined)
  const options = (some: typeof columns) =>
    some.map(({ id, label }) => (
      <option key={id} value={id}>
        {label}
      </option>
    ))
  return (
    <div className="mb-2 flex flex-col gap-2 border-b pb-3">
      <Field label="Sort by">
        {(control) => (
          <Select
            {...control}
            value={first.id}
            onChange={({ target: { value } }) => table.setSorting([{ id: value, desc: first.desc }])}
          >
            {options(columns)}
          </Select>
        )}
      </Field>
      <Segmented
        label="Order"
        value={first.desc ? 'desc' : 'asc'}
        options={[
          { value: 'asc', label: 'Ascending' },
          { value: 'desc', label: 'Descending' },
        ]}
        onChange={(order) => table.setSorting([{ id: first.id, desc: order === 'desc' }, ...others])}
      />
      <Field label="Then by">
        {(control) => (
          <Select
            {...control}
            value={second?.id ?? ''}
            onChange={({ target: { value } }) =>
              table.setSorting([first, ...(value ? [{ id: value, desc: false }] : [])])
            }
          >
            <option value="">Nothing else</option>
            {options(columns.filter(({ id }) => id !== first.id))}
          </Select>
        )}
      </Field>
    </div>
  )
}
