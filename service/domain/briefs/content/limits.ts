import { intervalOmissions } from '#common/interval-omissions.ts'
import { isWeighted } from '#common/town-warnings.ts'
import { hasColumn, hasPopulation } from '../../jobs/methods/methods-record.ts'
import type { Section } from './block.ts'
import type { BriefContext } from './brief-context.ts'

/** What the figures do not say: only what is true of this layer. */
export function limits({ record, texts }: BriefContext): Section {
  const text = texts.limits
  const { diagnostics, provenance } = record
  const { national, parameters, raked_units } = diagnostics
  const omissions = intervalOmissions({ national, parameters, raked_units })
  const items: (string | false)[] = [
    text.period,
    text.smooth,
    provenance.inputs.covariates.length > 0 && text.associations,
    provenance.inputs.covariates.length > 0 && text.extrapolation,
    !isWeighted(diagnostics) && text.unweighted,
    !hasColumn(record, 'stratum') && text.unstratified,
    hasPopulation(record) ? text.population : text.noPopulation,
    (national.raked_to !== null || raked_units.length > 0) && text.raked,
  ]
  return {
    title: text.title,
    blocks: [
      { kind: 'list', items: items.filter((one) => one !== false) },
      ...(omissions.length > 0
        ? [
            { kind: 'text', text: text.omitted } as const,
            { kind: 'list', items: omissions.map(({ kind }) => text.omissions[kind]) } as const,
          ]
        : []),
    ],
  }
}
