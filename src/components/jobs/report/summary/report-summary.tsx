import { TriangleAlert } from 'lucide-react'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { cn } from '~/lib/class-names.ts'
import { readDiagnostics, type Diagnostics } from '../diagnostics/diagnostics.ts'
import { headcount, interval, percent } from '../format.ts'
import { townWarnings } from '../units/survey-design.ts'
import { VerdictPanel, failuresOf } from './verdict-panel.tsx'
import { warningsOf } from './warnings.ts'

const MAX_WARNINGS = 5
const MAX_ON_PAPER = 3

/** The room of the map on a first page of Letter, in CSS pixels: less beside a longer summary. */
export function paperRoom(report: JobReport): number {
  const verdict = readDiagnostics(report.diagnostics)?.verdict
  const warnings = warningsOf(report).length
  const lines = Math.min(warnings, MAX_ON_PAPER) * 46 + (warnings > MAX_ON_PAPER ? 44 : 22)
  return 555 - Math.max(105, 86 + 36 * (verdict ? failuresOf(verdict).size : 0), lines)
}

/** The first screen of a report, beside its map: the figure, what it can be used for, and what is wrong. */
export function ReportSummary({ report }: { report: JobReport }) {
  const diagnostics = readDiagnostics(report.diagnostics)
  if (!diagnostics) return null
  return (
    <div className="flex min-w-0 flex-col gap-5 rounded border bg-raised p-4 md:max-xl:grid md:max-xl:grid-cols-[1.2fr_1.3fr_1.3fr] print:grid print:grid-cols-[1.2fr_1.3fr_1.3fr] print:p-3">
      <Figure report={report} diagnostics={diagnostics} />
      {diagnostics.verdict && <VerdictPanel verdict={diagnostics.verdict} />}
      <Warnings report={report} />
    </div>
  )
}

function Figure({ report, diagnostics }: { report: JobReport; diagnostics: Diagnostics }) {
  const { national } = diagnostics
  if (!national || national.modelled === null) return null
  // Where it must not be read without a warning, it is only shown beside that.
  const isDoubtful = townWarnings(report).length > 0
  return (
    <section aria-labelledby="figure" className="flex flex-col">
      <h2 id="figure" className="text-muted">
        {report.country}
        {national.unraked !== null && ', raked'}
      </h2>
      {isDoubtful ? (
        <p>
          No national figure is shown here, because towns may count too much.{' '}
          <a href="#national" className="text-link underline">
            Read why
          </a>
        </p>
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <strong className="text-4xl leading-tight font-semibold">{percent(national.modelled)}</strong>
            <span>{interval(national.modelled_lower, national.modelled_upper)}</span>
          </p>
          {national.affected !== null && national.people !== null && (
            <p className="text-muted">
              {headcount(national.affected)} of {headcount(national.people)} people (
              {headcount(national.affected_lower)} to {headcount(national.affected_upper)})
            </p>
          )}
        </>
      )}
    </section>
  )
}

function Warnings({ report }: { report: JobReport }) {
  const warnings = warningsOf(report)
  const more = warnings.length - MAX_WARNINGS
  return (
    <section aria-labelledby="warnings" className="flex flex-col gap-2">
      <h2 id="warnings" className="text-muted">
        What is wrong with it
      </h2>
      {warnings.length === 0 ? (
        <p>No check found anything.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {warnings.slice(0, MAX_WARNINGS).map(({ text, anchor }, place) => (
            <li key={text} className={cn('flex gap-2', place >= MAX_ON_PAPER && 'print:hidden')}>
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
              <a href={`#${anchor}`} className="min-w-0 hover:underline">
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <a href="#checks" className="text-link underline print:hidden">
          {more} more in the model checks
        </a>
      )}
      {warnings.length > MAX_ON_PAPER && (
        <p className="hidden print:block">{warnings.length - MAX_ON_PAPER} more in the report</p>
      )}
    </section>
  )
}
