import type { Finding } from '#contract/shapes.ts'
import type { JudgedSurvey } from './create.ts'
import { FEW_CLUSTERS } from './judge-points.ts'

/** What a check of a points file found, as the contract has it. */
export function findingsOf({ faults, faultCount, clusters }: JudgedSurvey): Finding[] {
  const findings: Finding[] = faults.map(({ row, column, message, help }) => ({
    severity: 'error',
    row: row ?? null,
    column,
    message,
    ...(help ? { help } : {}),
  }))
  if (faultCount > findings.length)
    findings.push({
      severity: 'error',
      row: null,
      column: null,
      message: `And ${faultCount - findings.length} more.`,
      help: 'Fix the ones above and send the file again.',
    })
  if (faultCount === 0 && clusters < FEW_CLUSTERS)
    findings.push({
      severity: 'warning',
      row: null,
      column: null,
      message: `${clusters} clusters are few: below ${FEW_CLUSTERS} the surface is uncertain.`,
    })
  return findings
}
