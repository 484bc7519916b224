import type { Finding } from '#contract/shapes.ts'
import type { ValidatedSurvey } from './create.ts'
import { FEW_CLUSTERS } from './points/validate-points.ts'

/** A points file's findings in the contract's form. */
export function findingsOf({ errors, errorCount, warnings, clusters }: ValidatedSurvey): Finding[] {
  const findings: Finding[] = errors.map(({ row, column, message, help, rows, remedy }) => ({
    severity: 'error',
    row: row ?? null,
    column,
    message,
    ...(help ? { help } : {}),
    ...(rows ? { rows } : {}),
    ...(remedy ? { remedy } : {}),
  }))
  if (errorCount > findings.length)
    findings.push({
      severity: 'error',
      row: null,
      column: null,
      message: `And ${errorCount - findings.length} more.`,
      help: 'Fix the ones above and send the file again.',
    })
  if (errorCount === 0 && clusters < FEW_CLUSTERS)
    findings.push({
      severity: 'warning',
      row: null,
      column: null,
      message: `${clusters} clusters are few: below ${FEW_CLUSTERS} the surface is uncertain.`,
    })
  return [...findings, ...warnings.map((warning) => ({ ...warning, severity: 'warning' as const }))]
}
