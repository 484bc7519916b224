import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createAppColumnHelper, useAppTable } from '~/components/data-table/app-table.ts'
import { rowId, useSelection } from '~/components/data-table/selection.ts'
import { TableGrid } from '~/components/data-table/table-grid.tsx'

interface Item {
  id: number
  name: string
}
const client = new QueryClient()
const columnVisibility = {}
const rendered: string[] = []
const column = createAppColumnHelper<Item>()
const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ getValue }) => {
      rendered.push(getValue())
      return getValue()
    },
  }),
])
const first = [
  { id: 1, name: 'Benin' },
  { id: 2, name: 'Kenya' },
  { id: 3, name: 'Togo' },
]

function Items({ data }: { data: Item[] }) {
  const state = useSelection<Item>()
  const table = useAppTable<Item>({
    columns,
    data,
    rowCount: data.length,
    getRowId: rowId,
    state: { pagination: { pageIndex: 0, pageSize: 10 }, sorting: [], columnVisibility },
  })
  return (
    <QueryClientProvider client={client}>
      <TableGrid
        table={table}
        label="Items"
        name="items"
        widths={undefined}
        dense={false}
        stale={false}
        selection={{ state, nameOf: ({ name }) => name }}
      />
    </QueryClientProvider>
  )
}

const checked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .slice(1)
    .map((box) => box.checked)

test('selecting a row renders this row alone', () => {
  render(<Items data={first} />)
  rendered.length = 0
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Kenya' }))
  expect(checked()).toEqual([false, true, false])
  expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-selected'))).toEqual([
    null,
    'false',
    'true',
    'false',
  ])
  expect(new Set(rendered)).toEqual(new Set(['Kenya']))
})

test('Shift selects the rows in between, also of rows that arrived later', () => {
  const { rerender } = render(<Items data={first} />)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Benin' }))
  rerender(<Items data={[{ id: 1, name: 'Benin' }, { id: 4, name: 'Mali' }, ...first.slice(1)]} />)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Kenya' }), { shiftKey: true })
  expect(checked()).toEqual([true, true, true, false])
})
