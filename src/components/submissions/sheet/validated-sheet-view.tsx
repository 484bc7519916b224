import { type ReactNode, useState } from 'react'
import { failureMessage } from '~/api/api-error.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Download } from 'lucide-react'
import { cn } from '~/lib/class-names.ts'
import { Button } from '~/components/ui/button.tsx'
import { Menu, MenuItem } from '~/components/ui/overlays/menu.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { Spinner } from '~/components/ui/spinner.tsx'
import { ErrorItems } from '~/components/findings/error-items.tsx'
import { FindingsAlert } from '~/components/submissions/new/findings-alert.tsx'
import { FindingsList } from '~/components/findings/findings-list.tsx'
import { csvOf, saveCsv } from './sheet-file.ts'
import { SheetGrid, gridColumns } from './sheet-grid.tsx'
import { KNOWN_COLUMNS, type Sheet, applyFix } from './sheet.ts'
import { useCellChoices } from './use-cell-choices.ts'
import { ShowAllRows } from '~/components/findings/show-all-rows.tsx'
import type { useValidatedSheet } from './use-validated-sheet.ts'
import { useRowLimit } from '~/components/findings/use-row-limit.ts'

/**
 * The sheet with its findings, validated while it is edited; columns can be added, and the sheet can be saved as CSV.
 */
export function ValidatedSheetView({
  sheet,
  before,
  validated,
  layers,
  name,
  editableRows,
  noteOf,
  idle,
  surveyNames = [],
  onChange,
}: {
  sheet: Sheet
  before: Sheet
  validated: ReturnType<typeof useValidatedSheet>
  /** The number of layers that would be submitted. */
  layers: number
  name: string
  editableRows?: boolean
  noteOf?: (row: number) => ReactNode
  /** Shown instead of the findings while there is nothing to validate. */
  idle?: ReactNode
  /** Attached points files. */
  surveyNames?: readonly string[]
  onChange: (change: (previous: Sheet) => Sheet) => void
}) {
  const { findings, fresh, valid, error } = validated
  const [extra, setExtra] = useState<readonly string[]>([])
  const choices = useCellChoices(surveyNames)
  const { rows } = sheet
  const { rowLimit, show, showAll } = useRowLimit(rows)
  const columns = gridColumns(sheet, before, extra, findings)
  const listed = !idle && findings.length > 0
  const state = () => {
    if (idle) return <Alert>{idle}</Alert>
    if (error && fresh === false && !findings.length) {
      return (
        <Alert tone="error" title={failureMessage(error)}>
          <ErrorItems error={error} />
          <Button variant="secondary" size="small" className="mt-2" onClick={validated.retry}>
            Try again
          </Button>
        </Alert>
      )
    }
    if (!fresh) {
      return (
        <output className="flex min-h-11 items-center gap-2 rounded border px-3 text-muted">
          <Spinner /> Checking
        </output>
      )
    }
    return (
      <FindingsAlert valid={valid} layers={layers} findings={findings}>
        {!valid && 'Fix the marked cells below; they are checked as you type. Nothing was queued.'}
      </FindingsAlert>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {state()}
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Add a column"
          className="w-52"
          value=""
          onChange={(event) => event.target.value && setExtra([...extra, event.target.value])}
        >
          <option value="">Add a column …</option>
          {KNOWN_COLUMNS.filter((column) => !columns.includes(column)).map((column) => (
            <option key={column}>{column}</option>
          ))}
        </Select>
        <Menu
          label="Download as CSV"
          align="start"
          trigger={
            <Button variant="quiet" size="small">
              <Download aria-hidden="true" />
              Download as CSV
            </Button>
          }
        >
          <MenuItem onSelect={() => saveCsv(csvOf(sheet), name)}>Current version</MenuItem>
          <MenuItem
            disabled={findings.length === 0}
            onSelect={() => saveCsv(csvOf(sheet, findings), `${name.replace(/\.\w+$/, '')}-findings.csv`)}
          >
            With a column of findings
          </MenuItem>
        </Menu>
      </div>
      <div className={cn('grid gap-3', listed && 'min-[1200px]:grid-cols-[minmax(0,1fr)_20rem]')}>
        {listed && (
          <div className="min-w-0 min-[1200px]:order-last">
            <FindingsList
              findings={findings}
              className="max-h-60 overflow-auto min-[1200px]:max-h-[max(32rem,100dvh-14rem)]"
              onShow={show}
              onFix={(finding, fix) => onChange((one) => applyFix(one, finding, fix))}
            />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-3">
          <SheetGrid
            sheet={sheet}
            before={before}
            extra={extra}
            findings={findings}
            rowLimit={rowLimit}
            editableRows={editableRows}
            noteOf={noteOf}
            choices={choices}
            onChange={onChange}
          />
          {rows.length > rowLimit && <ShowAllRows rows={rows.length} onShow={showAll} />}
        </div>
      </div>
    </div>
  )
}
