import { type ReactNode, useCallback } from 'react'
import type { Finding } from '#contract/shapes.ts'
import { CONFIGURATION_COLUMNS } from '#contract/submissions/configuration.ts'
import { Button } from '~/components/ui/button.tsx'
import { Trash2 } from 'lucide-react'
import { Select } from '~/components/ui/fields/select.tsx'
import { cn } from '~/lib/class-names.ts'
import { SheetTable } from '~/components/findings/sheet-table.tsx'
import { FindingMessages, markOf } from '~/components/findings/finding-messages.tsx'
import { byPlace, cellId } from '~/components/findings/findings.ts'
import type { CellChoices } from './use-cell-choices.ts'
import { ruleOf } from './column-rules.ts'
import { GridRow, choicesId } from './sheet-row.tsx'
import {
  KNOWN_COLUMNS,
  type Sheet,
  dropColumn,
  dropRow,
  fill,
  renameColumn,
  setCell,
  valueOf,
  withNamesOf,
} from './sheet.ts'

const ABOUT = new Map<string, string>(
  CONFIGURATION_COLUMNS.map(({ name, about }) => [name, `${about}: ${ruleOf(name)}`]),
)

/** A configuration with editable cells; findings are shown at their cells, and changes are marked. */
export function SheetGrid({
  sheet,
  before,
  extra,
  findings,
  rowLimit,
  editableRows = false,
  noteOf,
  choices,
  onChange,
}: {
  sheet: Sheet
  before: Sheet
  /** Columns to show although they are empty. */
  extra: readonly string[]
  findings: readonly Finding[]
  rowLimit: number
  /** Rows can be removed, columns renamed. */
  editableRows?: boolean
  /** Shown below a row's number. */
  noteOf?: (row: number) => ReactNode
  /** Values that a column's cells are offered. */
  choices: CellChoices
  onChange: (change: (previous: Sheet) => Sheet) => void
}) {
  const columns = gridColumns(sheet, before, extra, findings)
  const places = byPlace(findings)
  const previous = new Map(withNamesOf(before, sheet).rows.map((row) => [row.row, row]))
  const onCell = useCallback(
    (row: number, column: string, value: string) => onChange((one) => setCell(one, row, column, value)),
    [onChange],
  )
  const onPaste = useCallback(
    (row: number, from: readonly string[], values: string[][]) =>
      onChange((one) => fill(one, row, from, values)),
    [onChange],
  )
  return (
    <>
      {columns.map((name) => {
        const offered = choices.get(name)
        return (
          offered && (
            <datalist key={name} id={choicesId(name)}>
              {offered.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label ?? value}
                </option>
              ))}
            </datalist>
          )
        )
      })}
      <SheetTable
        heads={columns.map((name) => (
          <th
            key={name}
            scope="col"
            id={cellId(null, name)}
            tabIndex={-1}
            title={ABOUT.get(name)}
            className={cn(
              'sticky top-0 z-20 border-b px-2 py-2 text-left align-top text-xs font-semibold whitespace-nowrap text-muted',
              markOf(places.get(cellId(null, name))) ?? 'bg-sunk',
            )}
          >
            <span className="font-mono">{name}</span>
            <FindingMessages
              findings={places.get(cellId(null, name))}
              onFix={editableRows ? (fix) => onChange((one) => renameColumn(one, name, fix)) : undefined}
            />
            {editableRows && !KNOWN_COLUMNS.includes(name) && (
              <UnknownColumn
                name={name}
                names={sheet.columns}
                empty={sheet.rows.every((row) => valueOf(row, name) === '')}
                onChange={onChange}
              />
            )}
          </th>
        ))}
      >
        {sheet.rows.slice(0, rowLimit).map((row) => (
          <GridRow
            key={row.row}
            row={row}
            before={previous.get(row.row)}
            columns={columns}
            choices={choices}
            findings={places}
            note={noteOf?.(row.row)}
            action={
              editableRows &&
              sheet.rows.length > 1 && (
                <Button
                  variant="quiet"
                  size="tinyIcon"
                  aria-label={`Remove row ${row.row}`}
                  onClick={() => onChange((one) => dropRow(one, row.row))}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              )
            }
            onCell={onCell}
            onPaste={onPaste}
          />
        ))}
      </SheetTable>
    </>
  )
}

function UnknownColumn({
  name,
  names,
  empty,
  onChange,
}: {
  name: string
  names: readonly string[]
  /** The service omits the values of unknown columns: after renaming, such a column would stay empty. */
  empty: boolean
  onChange: (change: (previous: Sheet) => Sheet) => void
}) {
  return (
    <span className="mt-2 flex gap-1 font-sans font-normal">
      {empty ? (
        <span className="w-44 text-xs whitespace-normal">To keep its values, rename it in your file.</span>
      ) : (
        <Select
          aria-label={`Rename ${name}`}
          className="w-44"
          value=""
          onChange={(event) => {
            const to = event.target.value
            if (to) onChange((one) => renameColumn(one, name, to))
          }}
        >
          <option value="">Rename to …</option>
          {KNOWN_COLUMNS.filter((column) => !names.includes(column)).map((column) => (
            <option key={column}>{column}</option>
          ))}
        </Select>
      )}
      <Button
        variant="secondary"
        size="icon"
        aria-label={`Remove column ${name}`}
        onClick={() => onChange((one) => dropColumn(one, name))}
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </span>
  )
}

/** Relevant columns: with a current or previous value, named by a finding, or requested; the file's own order first. */
export function gridColumns(
  sheet: Sheet,
  before: Sheet,
  extra: readonly string[],
  findings: readonly Finding[],
): string[] {
  const named = findings.flatMap(({ column }) => (column === null ? [] : [column]))
  const filled = [sheet, before].flatMap(({ columns, rows }) =>
    columns.filter((name) => rows.some((row) => valueOf(row, name) !== '')),
  )
  const unknown = sheet.columns.filter((name) => !KNOWN_COLUMNS.includes(name))
  const worth = new Set([...filled, ...named, ...extra, ...unknown])
  return [...new Set([...sheet.columns, ...KNOWN_COLUMNS])].filter((name) => worth.has(name))
}
