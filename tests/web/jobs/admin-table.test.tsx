import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AdminTable, type UnitColumn } from '~/components/jobs/report/units/admin-table.tsx'
import { units } from '../support/report-fixture.ts'

const rendered: string[] = []
const columns: UnitColumn[] = [
  {
    label: 'Observed',
    cell: ({ code }) => {
      rendered.push(code)
      return code
    },
  },
]
const shown = units.filter(({ level }) => level === 1)
const ignore = () => undefined

function Table({ order }: { order: 'asc' | 'desc' }) {
  return (
    <AdminTable
      units={shown}
      columns={columns}
      caption="Units"
      sortBy="name"
      sortOrder={order}
      onSort={ignore}
      highlight={null}
      onHighlight={ignore}
    />
  )
}

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

test('rows are rendered when their order changes, not when the rest of the address does', () => {
  const { rerender } = render(<Table order="asc" />)
  expect(shown.length).toBeGreaterThan(1)
  const ascending = names()
  rendered.length = 0
  rerender(<Table order="asc" />)
  expect(rendered).toEqual([])
  rerender(<Table order="desc" />)
  expect(names()).toEqual(ascending.toReversed())
})
