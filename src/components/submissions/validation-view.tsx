import type { ReactNode } from 'react'
import type { Validation } from '#contract/submissions.ts'
import { FindingsAlert } from './findings-alert.tsx'
import { FindingsList } from '~/components/findings/findings-list.tsx'
import { ValidationGrid } from '~/components/findings/validation-grid.tsx'
import { ShowAllRows } from '~/components/findings/show-all-rows.tsx'
import { useRowLimit } from '~/components/findings/use-row-limit.ts'

/** The validation result: counts, the list of findings, the grid with each finding at its cell. */
export function ValidationView({
  validation,
  actions,
}: {
  validation: Validation
  /** What can be done about a rejection. */
  actions?: ReactNode
}) {
  const { valid, rows, findings } = validation
  const { rowLimit, show, showAll } = useRowLimit(rows)
  return (
    <div className="flex flex-col gap-3">
      <FindingsAlert valid={valid} layers={rows.length} findings={findings}>
        {!valid && (
          <>
            <p>Fix the marked cells here, or in your file and choose it again. Nothing was queued.</p>
            <div className="mt-2 flex flex-wrap gap-2">{actions}</div>
          </>
        )}
      </FindingsAlert>
      {findings.length > 0 && <FindingsList findings={findings} onShow={show} />}
      {rows.length > 0 && <ValidationGrid validation={validation} rowLimit={rowLimit} />}
      {rows.length > rowLimit && <ShowAllRows rows={rows.length} onShow={showAll} />}
    </div>
  )
}
