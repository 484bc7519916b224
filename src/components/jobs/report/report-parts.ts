import { intervalOmissions } from '#common/interval-omissions.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { readDiagnostics } from './diagnostics/diagnostics.ts'
import { hasModelChecks } from './diagnostics/model-checks.tsx'

const NAMES = {
  gained: 'Compared with the improved job',
  checks: 'Model checks',
  national: 'National figure',
  'admin-units': 'Admin units',
  'cross-validation': 'Cross-validation',
  'other-priors': 'Other priors',
  omissions: 'What the intervals leave out',
  parameters: 'Parameters',
  diagnostics: 'Diagnostics',
  downloads: 'Downloads',
  'final-history': 'Final mark',
  configuration: 'Configuration',
} as const
export type Part = keyof typeof NAMES
export const PARTS = Object.keys(NAMES) as [Part, ...Part[]]

/** The parts below the first screen that this job's report has, in their order, by the id of the element. */
export function reportParts(report: JobReport, hasMarks: boolean): { part: Part; name: string }[] {
  const diagnostics = readDiagnostics(report.diagnostics)
  const lacks: Partial<Record<Part, boolean>> = {
    gained: typeof report.layer['improves'] !== 'number',
    checks: !diagnostics || !hasModelChecks(diagnostics),
    national: !diagnostics?.national,
    omissions: !diagnostics || intervalOmissions(diagnostics).length === 0,
    'cross-validation': !diagnostics,
    'other-priors': !diagnostics?.prior_sensitivity.length,
    parameters: !diagnostics || Object.keys(diagnostics.parameters).length === 0,
    'final-history': !hasMarks,
  }
  return PARTS.filter((part) => !lacks[part]).map((part) => ({ part, name: NAMES[part] }))
}
