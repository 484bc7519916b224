import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, memo, useCallback, useRef, useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import type { UnitRef } from '~/components/map/base/map-pointer.ts'
import { admDataQuery } from '~/server/jobs.functions.ts'
import { AboutRun } from './about-run.tsx'
import { AdminSection } from './units/admin-section.tsx'
import { type AdminUnit, levelsOf } from './units/admin-sort.ts'
import { Configuration } from './configuration.tsx'
import { Downloads } from './files/downloads.tsx'
import { Flags } from './flags.tsx'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { FinalHistory } from './final-history.tsx'
import { ModelChecks } from './diagnostics/model-checks.tsx'
import { NationalFigure } from './units/national-figure.tsx'
import { RemovedInputs } from './removed-inputs.tsx'
import { ReportHead } from './report-head.tsx'
import { ReportSummary, paperRoom } from './summary/report-summary.tsx'
import { ReportIndex } from './report-index.tsx'
import { ReportMap } from './map/report-map.tsx'
import { ReportProgress } from './report-progress.tsx'
import type { ChangeSearch, ReportSearch } from './report-search.ts'
import { ReportNeighbours } from './map/report-neighbours.tsx'

/** Few jobs improve another. */
const GainedByImproving = lazy(async () => ({
  default: (await import('../compare/gained-by-improving.tsx')).GainedByImproving,
}))
/** Below the first screen, and as large as the rest. */
const DiagnosticsSection = lazy(async () => ({
  default: (await import('./diagnostics/diagnostics-section.tsx')).DiagnosticsSection,
}))

const noUnits: never[] = []

/** Side by side where both have room. */
const COLUMNS = 'grid min-w-0 items-start gap-4 xl:auto-cols-fr xl:grid-flow-col print:block'

/** A job's report: head, map, admin units, diagnostics, downloads; or the job's progress. */
export function ReportView({
  report,
  me,
  search,
  onChange,
}: {
  report: JobReport
  me: Me
  search: ReportSearch
  onChange: ChangeSearch
}) {
  const [flight, setFlight] = useState<UnitRef | null>(null)
  const { data: adm } = useQuery({ ...admDataQuery(report.id), enabled: report.status === 'completed' })
  const units = adm?.content ?? noUnits
  const map = useRef<HTMLDivElement>(null)
  const { level } = levelsOf(units, search.level)
  const showUnit = useCallback(
    (code: string | null) => {
      onChange({ unit: code ?? undefined }, { replace: true })
      if (code === null) return
      setFlight({ placeType: level === 2 ? 'adm2' : 'adm1', code })
      map.current?.scrollIntoView({ block: 'nearest' })
    },
    [onChange, level],
  )
  const completed = report.status === 'completed'
  return (
    <article className="flex min-w-0 flex-col gap-4 [&_section]:scroll-mt-28 print:block">
      {search.list && <ReportNeighbours jobKey={report.job_key} list={search.list} search={search} />}
      <ReportHead report={report} me={me} />
      <RemovedInputs report={report} />
      {!completed && <ReportProgress report={report} />}
      {!completed && <AboutRun report={report} />}
      {completed && (
        <>
          <div className="grid min-w-0 gap-4 xl:grid-cols-[20rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] print:mt-3 print:break-after-page print:gap-3">
            <ReportSummary report={report} />
            <div
              ref={map}
              id="map"
              data-paper-width
              data-paper-height={paperRoom(report)}
              className="min-w-0 scroll-mt-20 xl:col-start-2 xl:row-span-2 xl:row-start-1"
            >
              {report.bounds && report.surfaces ? (
                <ReportMap
                  report={report}
                  bounds={report.bounds}
                  surfaces={report.surfaces}
                  search={search}
                  onChange={onChange}
                  units={units}
                  flight={flight}
                />
              ) : (
                <Alert tone="warning" title="No surfaces">
                  The job is completed but has no maps. Its tables and files are below.
                </Alert>
              )}
            </div>
            <AboutRun report={report} className="min-w-0" />
          </div>
          <ReportIndex report={report} />
          <BeforeUnits report={report} units={units} />
          <AdminSection
            report={report}
            search={search}
            onChange={onChange}
            highlight={search.unit ?? null}
            onHighlight={showUnit}
          />
        </>
      )}
      <AfterUnits report={report} level={search.level} />
    </article>
  )
}

// Map and units' table change the address with each click, on which these sections don't depend.
const BeforeUnits = memo(function BeforeUnits({
  report,
  units,
}: {
  report: JobReport
  units: readonly AdminUnit[]
}) {
  const improves = report.layer['improves']
  return (
    <>
      {typeof improves === 'number' && (
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <GainedByImproving report={report} improves={improves} />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Flags job={report} units={units} />
        <HelpLink topic="flags" />
      </div>
      <div className={COLUMNS}>
        <ModelChecks report={report} />
        <NationalFigure report={report} />
      </div>
    </>
  )
})

/** The index links to these parts before they are loaded. */
const LoadingDiagnostics = () => (
  <div>
    {['cross-validation', 'other-priors', 'omissions', 'parameters', 'diagnostics'].map((part) => (
      <section key={part} id={part} />
    ))}
    <SkeletonLines lines={12} />
  </div>
)

const AfterUnits = memo(function AfterUnits({
  report,
  level,
}: {
  report: JobReport
  level: ReportSearch['level']
}) {
  return (
    <>
      {report.status === 'completed' && (
        <>
          <Suspense fallback={<LoadingDiagnostics />}>
            <DiagnosticsSection report={report} level={level} />
          </Suspense>
          <Downloads report={report} />
        </>
      )}
      <FinalHistory report={report} />
      <Configuration report={report} />
    </>
  )
})
