import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Finding } from '#contract/shapes.ts'
import type { Judgement } from '#contract/submissions.ts'
import { Button } from '~/components/ui/button.tsx'
import { cellId } from './findings.ts'
import { FindingsAlert } from './findings-alert.tsx'
import { FindingsList } from './findings-list.tsx'
import { JudgementGrid } from './judgement-grid.tsx'

const FIRST_ROWS = 50

/** What the service found: counts, the list of findings, the grid with each at its cell. */
export function JudgementView({
  judgement,
  actions,
}: {
  judgement: Judgement
  /** What can be done about a refusal. */
  actions?: ReactNode
}) {
  const { valid, rows, findings } = judgement
  const [rowLimit, setRowLimit] = useState(FIRST_ROWS)
  const show = (finding: Finding) => {
    const place = rows.findIndex(({ row }) => row === finding.row)
    if (place >= rowLimit) flushSync(() => setRowLimit(rows.length))
    const cell = document.getElementById(cellId(finding.row, finding.column))
    cell?.scrollIntoView({ block: 'center', inline: 'center' })
    cell?.focus({ preventScroll: true })
  }
  return (
    <div className="flex flex-col gap-3">
      <FindingsAlert valid={valid} layers={rows.length} findings={findings}>
        {!valid && (
          <>
            <p>Mend the marked cells here, or in your file and choose it again. Nothing was queued.</p>
            <div className="mt-2 flex flex-wrap gap-2">{actions}</div>
          </>
        )}
      </FindingsAlert>
      {findings.length > 0 && <FindingsList findings={findings} onShow={show} />}
      {rows.length > 0 && <JudgementGrid judgement={judgement} rowLimit={rowLimit} />}
      {rows.length > rowLimit && (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          onClick={() => setRowLimit(rows.length)}
        >
          Show all {rows.length.toLocaleString('en')} rows
        </Button>
      )}
    </div>
  )
}
