import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { Minus, Plus } from 'lucide-react'
import { sessionQuery } from '~/server/accounts.functions.ts'
import { findHeader, resetColumns, stepColumn } from './resize-column.ts'

interface ColumnChoice {
  id: string
  label: string
  visible: boolean
}

/** Which columns a table has, and how wide they are. */
export function ColumnChoices({
  name,
  columns,
  dense,
  onDense,
  hasView,
  differ,
  onDiffer,
  onToggle,
}: {
  /** Name of the table, under which widths are remembered. */
  name: string
  columns: readonly ColumnChoice[]
  dense: boolean
  onDense: () => void
  /** A saved view is chosen: its columns are not remembered in this browser. */
  hasView: boolean
  differ: boolean
  onDiffer: () => void
  onToggle: (id: string) => void
}) {
  const client = useQueryClient()
  const { columnWidths } = useSuspenseQuery(sessionQuery).data
  return (
    <div className="flex flex-col gap-1">
      {/* Below 700 px, rows are cards. */}
      <div className="max-[699px]:hidden">
        <Choice label="Dense rows" checked={dense} onToggle={onDense} />
      </div>
      <Choice label="Only columns that differ" checked={differ} onToggle={onDiffer} />
      <p className="mt-1 text-xs font-medium text-muted">Columns</p>
      <p className="text-xs text-muted">
        {hasView
          ? 'Part of the link to this page. Save the view to keep them in it.'
          : 'Part of the link to this page, and remembered in this browser. A view under ‘Saved views’ keeps them too.'}
      </p>
      {columns.map((column) => (
        <div key={column.id} className="flex items-center gap-1">
          <Choice label={column.label} checked={column.visible} onToggle={() => onToggle(column.id)} />
          {column.visible && <WidthSteps name={name} column={column} />}
        </div>
      ))}
      {columnWidths[name] && (
        <Button
          variant="quiet"
          size="small"
          className="max-[699px]:hidden"
          onClick={() => resetColumns(client, name)}
        >
          Reset column widths
        </Button>
      )}
    </div>
  )
}

/** What dragging a header's edge does, without dragging. */
function WidthSteps({ name, column: { id, label } }: { name: string; column: ColumnChoice }) {
  const client = useQueryClient()
  const step = (steps: number) => {
    const header = findHeader(name, id)
    if (header) stepColumn(client, header, steps)
  }
  return (
    <span className="flex max-[699px]:hidden">
      <Button variant="quiet" size="icon" aria-label={`Narrower: ${label}`} onClick={() => step(-1)}>
        <Minus aria-hidden="true" />
      </Button>
      <Button variant="quiet" size="icon" aria-label={`Wider: ${label}`} onClick={() => step(1)}>
        <Plus aria-hidden="true" />
      </Button>
    </span>
  )
}

function Choice({ label, checked, onToggle }: { label: string; checked: boolean; onToggle: () => void }) {
  const id = useId()
  return (
    <div className="flex min-h-8 min-w-0 flex-1 items-center gap-2">
      <Checkbox id={id} checked={checked} onCheckedChange={onToggle} />
      <label htmlFor={id} className="min-w-0 flex-1">
        {label}
      </label>
    </div>
  )
}
