import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, renderHook, screen } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { describe, expect, test } from 'vitest'
import { createAppColumnHelper, useAppTable } from '~/components/data-table/table/app-table.ts'
import { JobKey } from '~/components/jobs/job-key.tsx'
import { rowId, useSelection } from '~/components/data-table/selection/selection.ts'
import { TableGrid } from '~/components/data-table/table/table-grid.tsx'
import { useGradualRows } from '~/components/data-table/table/use-gradual-rows.ts'

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

describe('a long page', () => {
  const page = (from: number, length: number) =>
    Array.from({ length }, (_, at) => ({ id: String(from + at) }))
  /** How many rows each render had. */
  function countsOf(first: { id: string }[]) {
    const counts: number[] = []
    const { rerender } = renderHook(({ rows }) => void counts.push(useGradualRows(rows)), {
      initialProps: { rows: first },
    })
    return { counts, show: (rows: { id: string }[]) => (counts.splice(0), rerender({ rows })) }
  }

  test('that a table opens with is whole at once, as the server rendered it', () => {
    expect(countsOf(page(0, 100)).counts).toEqual([100])
  })

  test('of other rows comes in steps', () => {
    const { counts, show } = countsOf(page(0, 10))
    show(page(0, 100))
    expect(counts.filter((count, at) => count !== counts[at - 1])).toEqual([
      16, 26, 36, 46, 56, 66, 76, 86, 96, 100,
    ])
    show(page(200, 16))
    expect(new Set(counts)).toEqual(new Set([16]))
  })

  test('is printed whole, also while its rows arrive', async () => {
    const List = ({ rows }: { rows: { id: string }[] }) =>
      rows.slice(0, useGradualRows(rows)).map(({ id }) => <i key={id} />)
    const place = document.createElement('div')
    // Outside of act(), which renders all steps at once.
    const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
    const before = environment.IS_REACT_ACT_ENVIRONMENT
    environment.IS_REACT_ACT_ENVIRONMENT = false
    const root = createRoot(place)
    flushSync(() => root.render(<List rows={page(0, 10)} />))
    flushSync(() => root.render(<List rows={page(100, 100)} />))
    expect(place.childElementCount).toBe(16)
    window.dispatchEvent(new Event('beforeprint'))
    expect(place.childElementCount).toBe(100)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(place.childElementCount).toBe(100)
    flushSync(() => root.unmount())
    environment.IS_REACT_ACT_ENVIRONMENT = before
  })

  test('with a few new rows stays whole', () => {
    const { counts, show } = countsOf(page(0, 100))
    show([...page(500, 2), ...page(0, 98)])
    expect(new Set(counts)).toEqual(new Set([100]))
  })
})

test.each([
  ['nga-water-sim-simulated-r1-1', '-r1-1'],
  ['ben-stunting-dhs-2018-endline-42', '-42'],
  ['42', '42'],
])('the end of the key %s that is never cut off is %s', (jobKey, end) => {
  const { container } = render(<JobKey jobKey={jobKey} />)
  expect(container.textContent).toBe(jobKey)
  expect(container.querySelector('.job-key > :last-child')?.textContent).toBe(end)
})
