import { Link } from '@tanstack/react-router'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { calendarDate } from '~/components/data-table/filters/calendar-date.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { recordOf } from './input-records.ts'

/** The inputs that somebody has removed since; each leads to its catalogue, where another may have its name. */
export function RemovedInputs({ report: { removed } }: { report: Pick<JobReport, 'removed'> }) {
  const inputs = Object.entries(removed).flatMap(([column, input]) => {
    const record = recordOf(column)
    return record ? [{ column, ...input, ...record }] : []
  })
  if (inputs.length === 0) return null
  return (
    <Alert tone="warning" title="Inputs of this layer were removed">
      <ul>
        {inputs.map(({ column, name, removed_at, what, list }) => (
          <li key={column}>
            {what}{' '}
            <Link
              to={list}
              search={what === 'Band' || what === 'Collection' ? { name } : {}}
              className="text-link underline"
            >
              ‘{name}’
            </Link>{' '}
            {what === 'Outlines' ? 'were' : 'was'} removed on {calendarDate(removed_at.slice(0, 10))}.
          </li>
        ))}
      </ul>
      <p>Running the layer again uses what the catalogues have now.</p>
    </Alert>
  )
}
