import { useQuery } from '@tanstack/react-query'
import { finalHistoryQuery } from '~/server/jobs.functions.ts'
import { readDiagnostics } from './diagnostics/diagnostics.ts'
import { hasModelChecks } from './diagnostics/model-checks.tsx'
import type { JobReport } from '#contract/jobs/job-shapes.ts'

/** Links to the parts of a completed job's report. */
export function ReportIndex({ report }: { report: JobReport }) {
  const diagnostics = readDiagnostics(report.diagnostics)
  const marks = useQuery(finalHistoryQuery(report.id))
  const parts = [
    ['map', 'Map', true],
    ['gained', 'Compared with the improved job', typeof report.layer['improves'] === 'number'],
    ['checks', 'Model checks', diagnostics && hasModelChecks(diagnostics)],
    ['national', 'National figure', diagnostics?.national],
    ['admin-units', 'Admin units', true],
    ['omissions', 'What the intervals leave out', diagnostics],
    ['cross-validation', 'Cross-validation', diagnostics],
    ['diagnostics', 'Diagnostics', true],
    ['downloads', 'Downloads', true],
    ['final-history', 'Final mark', (marks.data?.content.length ?? 0) > 0],
    ['configuration', 'Configuration', true],
  ] as const
  return (
    <nav aria-label="Parts of this report" className="print:hidden">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 border-b pb-2">
        {parts.map(
          ([anchor, text, shown]) =>
            shown && (
              <li key={anchor}>
                <a href={`#${anchor}`} className="text-link hover:underline">
                  {text}
                </a>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}
