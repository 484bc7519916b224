import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Card } from '~/components/ui/card.tsx'
import { TriangleAlert } from 'lucide-react'
import { count, decimal } from '~/lib/figures.ts'
import { unitsDiffer } from '#common/layer-warnings.ts'
import { type Diagnostics, readDiagnostics } from './diagnostics.ts'
import { pText } from '~/components/jobs/report/format.ts'

/** The test of the covariates rejects one correct model in ten. */
const HARM_LEVEL = 0.1
/** Loss of log predictive density per cluster from which harm is material, as for the flag Overfit. */
const MATERIAL_LOSS = 0.02

/** What to know before the figures: one calibrated test per level of units, whether covariates help, and findings. */
export function ModelChecks({ report }: { report: JobReport }) {
  const diagnostics = readDiagnostics(report.diagnostics)
  if (!diagnostics) return null
  if (!hasModelChecks(diagnostics)) return null
  const checks = checksOf(diagnostics)
  const { findings } = diagnostics
  return (
    <Card
      className="print:break-inside-avoid"
      anchor="checks"
      title="Model checks"
      help={<HelpLink topic="model-checks" />}
    >
      <dl className="flex max-w-prose flex-col gap-3">
        {checks.map(({ name, verdict, reading }) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd>
              <strong>{verdict}</strong> {reading}
            </dd>
          </div>
        ))}
      </dl>
      {findings.length > 0 && (
        <ul aria-label="Findings" className="mt-4 flex max-w-prose flex-col gap-2">
          {findings.map(({ message }) => (
            <li key={message} className="flex gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
              <span className="min-w-0 break-words">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface Check {
  name: string
  verdict: string
  reading: string
}

const LEVELS = [
  { key: 'adm1', name: 'First-level units together' },
  { key: 'adm2', name: 'Second-level units together' },
] as const

/** Otherwise the part is left out. */
export const hasModelChecks = (diagnostics: Diagnostics) =>
  checksOf(diagnostics).length > 0 || diagnostics.findings.length > 0

function checksOf(diagnostics: Diagnostics): Check[] {
  const together = LEVELS.flatMap(({ key, name }) => {
    const test = diagnostics[key]?.together
    if (!test) return []
    const differ = unitsDiffer(test)
    const figures = `(χ² ${decimal(test.chi_squared, 1)}, ${pText(test.p_value)})`
    return [
      {
        name: `${name}: ${count(test.units)}`,
        verdict: differ ? 'They differ more than chance allows.' : 'They agree with the model.',
        reading: differ
          ? `The differences between observed and fitted cases are larger than the fitted model explains ${figures}. Check the units with the largest z.`
          : `The differences between observed and fitted cases are no larger than the fitted model explains ${figures}.`,
      },
    ]
  })
  return [...together, ...covariatesCheck(diagnostics)]
}

function covariatesCheck({ overfitting: loss, national }: Diagnostics): Check[] {
  if (!loss) return []
  const name = 'Covariates in held-out blocks'
  if (national?.observed === 0 || national?.observed === 1) {
    return [
      {
        name,
        verdict: 'Not applicable.',
        reading: 'All clusters have the same share, so there is nothing for covariates to explain.',
      },
    ]
  }
  const isMaterial = loss.lpd_loss > MATERIAL_LOSS * (national?.clusters ?? 0)
  const change = `${decimal(Math.abs(loss.lpd_loss), 1)} ± ${decimal(loss.standard_error, 1)}`
  const reading = `The log predictive density of block folds is ${change} ${loss.lpd_loss > 0 ? 'lower' : 'higher'} than without covariates (test of harm: ${pText(loss.p_value)}).`
  if (loss.p_value < HARM_LEVEL) {
    return isMaterial
      ? [{ name, verdict: 'They harm the prediction.', reading }]
      : [
          {
            name,
            verdict: 'No material harm.',
            reading: `${reading} That is less than ${MATERIAL_LOSS} per cluster.`,
          },
        ]
  }
  return [{ name, verdict: loss.p_value > 1 - HARM_LEVEL ? 'They help.' : 'No clear effect.', reading }]
}
