import type { MethodsBlock } from '#contract/jobs/job-methods.ts'
import { list, text } from './blocks.ts'
import { count } from './figures.ts'
import { type MethodsRecord, displacementOf, hasPopulation } from './methods-record.ts'

/** Item 9. */
export function overview(record: MethodsRecord): MethodsBlock[] {
  const { diagnostics, report } = record
  const { parameters, national } = diagnostics
  return [
    text(
      'A Bayesian geostatistical model of the clusters’ counts. It explains prevalence by covariates and by a smooth surface, which borrows strength from near clusters, and it predicts prevalence wherever the covariates are known.',
    ),
    ...list([
      displacementOf(record) === 'dhs'
        ? 'The covariates are averaged over the places where each displaced cluster can be.'
        : 'The covariates are read at the clusters.',
      'The model is fitted to the counts of people and cases.',
      `${count(parameters.draws)} joint draws of prevalence are made for all cells.`,
      hasPopulation(record)
        ? 'Cells are averaged to admin units and the country in each draw, weighted by their people.'
        : 'Cells are averaged to admin units and the country in each draw, all with the same weight.',
      ...(national.raked_to !== null || diagnostics.raked_units.length > 0
        ? ['The draws are raked: shifted on the logit scale to the given prevalence.']
        : []),
      'Means and 95 % intervals are taken over the draws.',
      'Everything is fitted again without a part of the clusters, to measure how well they are predicted.',
    ]),
    text(
      `The method of the layer is '${report.method}'. The equations below are those of the model that was fitted.`,
    ),
  ]
}
