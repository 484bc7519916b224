import type { MethodsBlock } from '#contract/jobs/job-methods.ts'
import {
  DENSITY_ERRORS,
  MATERIAL_GAIN,
  OVERDISPERSION_ERRORS,
} from '#service/modelling/inference/choose-fit.ts'
import { gap, table, text } from './blocks.ts'
import { decimal } from './figures.ts'
import type { MethodsRecord } from './methods-record.ts'

/** Item 11. */
export function choices({ diagnostics, report }: MethodsRecord): MethodsBlock[] {
  const { parameters: p } = diagnostics
  const gains: [choice: string, used: boolean, gain: number | null, se: number | null][] = [
    ['Density of clusters as a covariate', p.uses_density, p.density_gain, p.density_gain_se],
    [
      'Beta-binomial counts',
      p.likelihood === 'beta-binomial',
      p.overdispersion_gain,
      p.overdispersion_gain_se,
    ],
  ]
  const compared = gains.filter(([, , gain]) => gain !== null)
  return [
    text(
      report.method === 'auto'
        ? `The layer left the method to the program, which fitted ${p.curves.length > 0 ? 'lines and curves' : 'lines'}.`
        : `The layer chose the method '${report.method}', which fitted ${p.curves.length > 0 ? 'lines and curves' : 'lines'}.`,
    ),
    ...(compared.length > 0
      ? [
          text(
            `Candidates were compared by the log predictive density of clusters that are left out in spatial blocks. A more flexible form is used only if it gains more than ${DENSITY_ERRORS} standard error (${OVERDISPERSION_ERRORS} for beta-binomial counts) and more than ${MATERIAL_GAIN} per cluster.`,
          ),
        ]
      : [text('No candidates were compared.')]),
    ...table(
      'Choices and their gains',
      ['Candidate', 'Used', 'Gain', 'Standard error'],
      compared.map(([choice, used, gain, se]) => [
        choice,
        used ? 'yes' : 'no',
        decimal(gain, 1),
        decimal(se, 1),
      ]),
    ),
    ...(compared.length > 0
      ? [
          text(
            'Cross-validation repeats these choices in each fold, so its figures are those of the whole procedure.',
          ),
        ]
      : []),
    gap('How the covariates were chosen is not recorded. The collection names them, not the reasons.'),
  ]
}
