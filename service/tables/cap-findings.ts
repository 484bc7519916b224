import { counted } from '#common/counted.ts'
import type { Finding } from '#contract/shapes.ts'
import { CONFIGURATION_COLUMNS } from '#contract/submissions/configuration.ts'

const MAX_FINDINGS = 200

const order = new Map<string, number>(CONFIGURATION_COLUMNS.map(({ name }, i) => [name, i]))
const place = (column: string | null) => (column === null ? -1 : (order.get(column) ?? order.size))

/** By row (the whole file first), then by column in the contract's order; ties keep the order of validation. */
function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0) || place(a.column) - place(b.column))
}

/** Sorted, at most MAX_FINDINGS; errors are kept before warnings, and a last finding says how many were dropped. */
export function capFindings(findings: readonly Finding[]): Finding[] {
  const sorted = sortFindings(findings)
  if (sorted.length <= MAX_FINDINGS) return sorted
  const kept = new Set(
    [
      ...sorted.filter((f) => f.severity === 'error'),
      ...sorted.filter((f) => f.severity === 'warning'),
    ].slice(0, MAX_FINDINGS - 1),
  )
  const rest = sorted.filter((f) => !kept.has(f))
  const errors = rest.filter((f) => f.severity === 'error').length
  const warnings = rest.length - errors
  const parts = [errors && counted(errors, 'error'), warnings && counted(warnings, 'warning')].filter(Boolean)
  return [
    ...sorted.filter((f) => kept.has(f)),
    {
      severity: errors > 0 ? 'error' : 'warning',
      row: null,
      column: null,
      message: `And ${parts.join(' and ')} more.`,
      help: 'Fix the ones above and send the file again.',
    },
  ]
}
