import type { MethodsBlock } from '#contract/jobs/job-methods.ts'
import { isWeighted, townWarnings } from '#common/town-warnings.ts'
import { facts, gap, list, table, text } from './blocks.ts'
import { count, interval, percent } from './figures.ts'
import { type MethodsRecord, hasColumn, hasPopulation, surveyedJob } from './methods-record.ts'

/** Item 14. */
export function code({ provenance, report }: MethodsRecord): MethodsBlock[] {
  const { software } = provenance
  const seed = report.layer['seed']
  return [
    ...facts([
      ['Program', `${software.name} ${software.version}`],
      ['Commit', software.commit],
      ['SHA-256 of the sources', software.build],
      ['Node.js', software.node],
      ['Seed', typeof seed === 'number' ? String(seed) : null],
    ]),
    text(
      'The program is open source under the MIT licence. provenance.json has the configuration. For the same inputs and seed, the same program gives the same maps and tables, byte for byte; diagnostics.json and the log also say how long the job took.',
    ),
  ]
}

/** Item 15. */
export function files({ report }: MethodsRecord): MethodsBlock[] {
  const outputs = report.outputs.filter(({ type }) => type !== 'methods')
  return table(
    'Files of the job',
    ['File', 'Type', 'SHA-256'],
    outputs.map(({ name, media_type, sha256 }) => [name, media_type, sha256]),
  )
}

/** Item 16. */
export function estimates(record: MethodsRecord): MethodsBlock[] {
  const { diagnostics, report } = record
  const { national } = diagnostics
  const where = text(
    'adm.csv has each admin unit with its 95 % interval, the maps and cells.parquet have each cell with its interval.',
  )
  const raked = national.unraked === null ? '' : ', raked'
  return [
    ...townWarnings(surveyedJob(record)).map(text),
    ...table(
      `National figure of ${report.country}`,
      ['Estimate', 'Prevalence', '95 % interval'],
      [
        [
          `Modelled${raked}`,
          percent(national.modelled),
          interval(national.modelled_lower, national.modelled_upper),
        ],
        ['Direct', percent(national.observed), interval(national.observed_lower, national.observed_upper)],
      ],
    ),
    ...(national.affected !== null && national.people !== null
      ? [
          text(
            `Expected number of people affected: ${count(national.affected)} of ${count(national.people)} (95 % interval ${count(national.affected_lower)} to ${count(national.affected_upper)}), people being those of the population raster.`,
          ),
        ]
      : []),
    where,
  ]
}

/** Item 17. */
export function interpretation({ report }: MethodsRecord): MethodsBlock[] {
  const improves = report.layer['improves']
  return [
    ...(typeof improves === 'number'
      ? [text(`This job improves job ${improves}: the report compares the two.`)]
      : []),
    gap('The program knows no other evidence. Interpret the figures where you publish them.'),
  ]
}

/** Item 18. */
export function limits(record: MethodsRecord): MethodsBlock[] {
  const { diagnostics, report } = record
  const { parameters: p, findings, national } = diagnostics
  return [
    ...list([
      ...(report.simulated ? ['The survey is simulated. Do not use the figures for decisions.'] : []),
      'The map is of the period of the survey. The model has no trend.',
      'One surface with one length scale describes the whole country: it can be too smooth in one region and too rough in another.',
      'The effects of covariates add up; interactions are left to the surface. Effects are associations, not causes.',
      'Where no cluster is near, and where covariates lie outside the clusters’ values, the map comes from the covariates and the prior.',
      ...(p.urban_share === null
        ? []
        : [
            'One threshold of population density divides the whole country into urban and rural, although definitions may differ by region.',
          ]),
      ...(p.uses_density
        ? [
            'Where clusters are dense because people live there, the density of clusters says as much as population density does.',
          ]
        : []),
      ...(isWeighted(surveyedJob(record))
        ? []
        : [
            'Without weights, the direct estimate assumes that all people were equally likely to be sampled.',
          ]),
      ...(hasColumn(record, 'stratum') ? [] : ['Without strata, the direct estimate assumes one stratum.']),
      ...(hasPopulation(record)
        ? ['The people of the population raster are taken as the people whom the indicator is about.']
        : ['Without a population, units and the country are averages of area, not of people.']),
      ...(national.raked_to !== null || diagnostics.raked_units.length > 0
        ? [
            'Raking is no evidence: cross-validation and the comparison with the survey describe the model before it.',
          ]
        : []),
    ]),
    ...(findings.length > 0 ? [text('Findings of this job:')] : []),
    ...list(findings.map(({ message }) => message)),
  ]
}
