import { type KeyboardEvent, type ReactNode, memo, useRef } from 'react'
import type { Finding } from '#contract/shapes.ts'
import { cn } from '~/lib/class-names.ts'
import { FindingMessages, markOf } from '~/components/findings/finding-messages.tsx'
import { cellId } from '~/components/findings/findings.ts'
import { type SheetRow, valueOf } from './sheet.ts'
import type { CellChoices } from './use-cell-choices.ts'

interface GridRowProps {
  row: SheetRow
  before: SheetRow | undefined
  columns: readonly string[]
  findings: ReadonlyMap<string, Finding[]>
  choices: CellChoices
  note?: ReactNode
  action?: ReactNode
  onCell: (row: number, column: string, value: string) => void
  /** `from`: the column of the pasted cell, and those to its right. */
  onPaste: (row: number, from: readonly string[], values: string[][]) => void
}

/** Id of the element that lists suggestions for a column's cells. */
export const choicesId = (column: string) => `choices-${column}`

export function GridRow({
  row,
  before,
  columns,
  findings,
  choices,
  note,
  action,
  onCell,
  onPaste,
}: GridRowProps) {
  const ofRow = findings.get(cellId(row.row, null))
  return (
    <>
      <tr>
        <th
          scope="row"
          id={cellId(row.row, null)}
          tabIndex={-1}
          className={cn(
            'tabular sticky left-0 z-10 border-r border-b px-3 py-1.5 text-right align-top font-normal text-muted',
            markOf(ofRow) ?? 'bg-sunk',
          )}
        >
          <span className="flex items-center justify-end gap-1">
            {action}
            {row.row}
          </span>
          {note && <span className="block text-xs">{note}</span>}
        </th>
        {columns.map((column) => (
          <Cell
            key={column}
            row={row.row}
            column={column}
            value={valueOf(row, column)}
            before={before && valueOf(before, column)}
            findings={findings.get(cellId(row.row, column))}
            offered={choices.has(column)}
            onCell={onCell}
            onPaste={onPaste}
          />
        ))}
      </tr>
      {ofRow && (
        <tr>
          <td colSpan={columns.length + 1} className={cn('border-b px-3 pb-2', markOf(ofRow))}>
            <div className="sticky left-3 w-fit">
              <FindingMessages findings={ofRow} wide />
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

const Cell = memo(function Cell({
  row,
  column,
  value,
  before,
  findings,
  offered,
  onCell,
  onPaste,
}: {
  row: number
  column: string
  value: string
  before: string | undefined
  findings: Finding[] | undefined
  offered: boolean
} & Pick<GridRowProps, 'onCell' | 'onPaste'>) {
  const previous = useRef(value)
  const changed = before !== undefined && before.trim() !== value.trim()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') onCell(row, column, previous.current)
    const step = event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey) ? 1 : -1
    // Alt and an arrow open the list of offered values.
    if (event.altKey || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return
    event.preventDefault()
    const inColumn = [
      ...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLInputElement>('input') ?? []),
    ].filter((input) => input.dataset['column'] === column)
    inColumn[inColumn.indexOf(event.currentTarget) + step]?.focus()
  }
  return (
    <td
      className={cn(
        'border-b p-1 align-top',
        markOf(findings) ?? (changed && 'bg-info-soft shadow-[inset_0_0_0_1px_var(--info)]'),
      )}
    >
      <input
        id={cellId(row, column)}
        data-column={column}
        list={offered ? choicesId(column) : undefined}
        aria-label={`Row ${row}, ${column}`}
        aria-invalid={findings?.some(({ severity }) => severity === 'error') || undefined}
        value={value}
        maxLength={10_000}
        autoComplete="off"
        spellCheck={false}
        className="field-sizing-content h-7 max-w-80 min-w-16 rounded outline-offset-0! border border-transparent bg-transparent px-1.5 text-sm hover:border-control focus:border-control focus:bg-ground"
        onFocus={() => {
          previous.current = value
        }}
        onChange={(event) => onCell(row, column, event.target.value)}
        onPaste={(event) => {
          const lines = tableOf(event.clipboardData.getData('text/plain'))
          if (lines.length === 1 && lines[0]?.length === 1) return
          event.preventDefault()
          const inputs = [...(event.currentTarget.closest('tr')?.querySelectorAll('input') ?? [])]
          const from = inputs.slice(inputs.indexOf(event.currentTarget))
          onPaste(
            row,
            from.map((input) => input.dataset['column'] ?? ''),
            lines,
          )
        }}
        onKeyDown={onKeyDown}
      />
      {changed && <span className="mt-0.5 block px-1.5 text-xs text-info">was {before || 'empty'}</span>}
      <FindingMessages findings={findings} onFix={(fix) => onCell(row, column, fix)} />
    </td>
  )
})

/** A spreadsheet's clipboard: lines of cells separated by tabs. */
export const tableOf = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
