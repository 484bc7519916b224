import type { Section } from './block.ts'
import { displacementOf, hasPopulation } from '../../jobs/methods/methods-record.ts'
import type { BriefContext } from './brief-context.ts'
import { cleanText } from './clean-text.ts'

/** What was done, in words for people who do not model: only what is true of this layer. */
export function method({ record, texts, figures }: BriefContext): Section {
  const text = texts.method
  const { report, diagnostics, provenance } = record
  const { national, parameters, raked_units, cv_block } = diagnostics
  const survey = cleanText(`${report.source} ${report.source_wave}`)
  const names = provenance.inputs.covariates.map(({ name }) => cleanText(name)).join(', ')
  const paragraphs: (string | false)[] = [
    text.data({ clusters: figures.count(national.clusters), survey }),
    displacementOf(record) === 'dhs' && text.displaced,
    names === '' ? text.noCovariates : text.covariates({ names }),
    parameters.uses_density && text.density,
    typeof parameters.urban_share === 'number' && text.towns,
    text.surface,
    text.draws({ draws: figures.count(parameters.draws) }),
    hasPopulation(record) ? text.byPeople : text.byArea,
    national.raked_to !== null &&
      text.rakedNation({
        to: figures.percent(national.raked_to),
        unraked: figures.percent(national.unraked),
      }),
    raked_units.length > 0 && text.rakedUnits({ units: figures.count(raked_units.length) }),
    cv_block.coverage_95 !== null &&
      text.blocks({ folds: figures.count(parameters.block_folds), km: figures.count(parameters.block_km) }),
    cv_block.coverage_95 !== null &&
      cv_block.expected_coverage_95 !== null &&
      text.coverage({
        covered: figures.percent(cv_block.coverage_95, 0),
        expected: figures.percent(cv_block.expected_coverage_95, 0),
      }),
  ]
  return {
    title: text.title,
    blocks: paragraphs.filter((one) => one !== false).map((one) => ({ kind: 'text', text: one })),
  }
}
