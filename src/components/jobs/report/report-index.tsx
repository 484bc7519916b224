import { useQuery } from '@tanstack/react-query'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { finalHistoryQuery } from '~/server/jobs.functions.ts'
import { reportParts } from './report-parts.ts'

/** Links to the parts of a completed job's report; they stay in view below the top bar. */
export function ReportIndex({ report }: { report: JobReport }) {
  const marks = useQuery(finalHistoryQuery(report.id))
  const parts = reportParts(report, (marks.data?.content.length ?? 0) > 0)
  return (
    <nav
      aria-label="Parts of this report"
      className="sticky top-14 z-20 -mx-4 overflow-x-auto border-b bg-ground px-4 [scrollbar-width:none] wide:-mx-6 wide:px-6 print:hidden"
    >
      <ul className="flex gap-x-4">
        {[{ part: 'map', name: 'Map' }, ...parts].map(({ part, name }) => (
          <li key={part}>
            <a
              href={`#${part}`}
              className="flex h-10 items-center whitespace-nowrap text-link hover:underline"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
