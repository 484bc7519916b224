import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Finding } from '#contract/shapes.ts'
import type { Judgement } from '#contract/submissions.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { cellId, countsInWords } from './findings.ts'
import { FindingsList } from './findings-list.tsx'
import { JudgementGrid } from './judgement-grid.tsx'
import { layersInWords } from './layers-in-words.ts'

const FIRST_ROWS = 50

/** What the service found: counts, the list of findings, the grid with each at its cell. */
export function JudgementView({ judgement }: { judgement: Judgement }) {
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
      <Alert
        tone={valid ? (findings.length > 0 ? 'warning' : 'success') : 'error'}
        title={
          valid
            ? `${layersInWords(rows.length)} ready to submit${findings.length > 0 ? `, ${countsInWords(findings)}` : ''}`
            : `${countsInWords(findings) || 'This configuration cannot be submitted'} in ${layersInWords(rows.length)}`
        }
      >
        {!valid && 'Mend the marked cells in your file and choose it again. Nothing was queued.'}
      </Alert>
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
