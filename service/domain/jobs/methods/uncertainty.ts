import { holdsParameters, intervalOmissions } from '#common/interval-omissions.ts'
import type { MethodsBlock } from '#contract/jobs/job-methods.ts'
import { list, text } from './blocks.ts'
import { count } from './figures.ts'
import type { MethodsRecord } from './methods-record.ts'

/** Item 13. */
export function uncertainty({ diagnostics }: MethodsRecord): MethodsBlock[] {
  const { parameters, national, raked_units } = diagnostics
  const omitted = intervalOmissions({ parameters, raked_units, national })
  return [
    text(
      `The ends of 95 % intervals are the 2.5 and 97.5 % quantiles over ${count(parameters.draws)} joint draws. The draws include the uncertainty of the effects of covariates, of the surface between clusters${holdsParameters(parameters) ? '' : ', of its parameters'}, and of the counts. Those of units and the country include how cells vary together.`,
    ),
    ...(omitted.length > 0 ? [text('The intervals leave out:')] : []),
    ...list(omitted.map(({ source, message }) => `${source}: ${message}`)),
  ]
}
