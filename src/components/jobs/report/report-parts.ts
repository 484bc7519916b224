import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { readDiagnostics } from './diagnostics/diagnostics.ts'
import { hasModelChecks } from './diagnostics/model-checks.tsx'

const ALL = {
  gained: 'Compared with the improved job',
  checks: 'Model checks',
  national: 'National figure',
  'admin-units': 'Admin units',
  omissions: 'What the intervals leave out',
  'cross-validation': 'Cross-validation',
  diagnostics: 'Diagnostics',
  downloads: 'Downloads',
  'final-history': 'Final mark',
  configuration: 'Configuration',
} as const
export type Part = keyof typeof ALL

/** The parts below the first screen that this job's report has, in their order, by the id of the element. */
export function reportParts(report: JobReport, hasMarks: boolean): { part: Part; name: string }[] {
  const diagnostics = readDiagnostics(report.diagnostics)
  const lacks: Partial<Record<Part, boolean>> = {
    gained: typeof report.layer['improves'] !== 'number',
    checks: !diagnostics || !hasModelChecks(diagnostics),
    national: !diagnostics?.national,
    omissions: !diagnostics,
    'cross-validation': !diagnostics,
    'final-history': !hasMarks,
  }
  return (Object.keys(ALL) as Part[])
    .filter((part) => !lacks[part])
    .map((part) => ({ part, name: ALL[part] }))
}
