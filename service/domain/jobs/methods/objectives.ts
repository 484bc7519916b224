import type { MethodsBlock } from '#contract/jobs/job-methods.ts'
import { facts, gap, text } from './blocks.ts'
import { count } from './figures.ts'
import { type MethodsRecord, projectGap, surveyGap } from './methods-record.ts'

const LEVELS: Record<string, string> = { adm1: 'First-level units', adm2: 'Second-level units' }

/** Item 1. */
export function indicator(record: MethodsRecord): MethodsBlock[] {
  const { report, provenance, survey } = record
  const units = provenance.inputs.place_groups.filter(({ place_type }) => Object.hasOwn(LEVELS, place_type))
  const { cells } = provenance.counts
  return [
    ...facts([
      ['Indicator', report.target],
      ['Definition', survey?.indicator_definition],
      ['Description of the layer', report.data_description],
      ['Age and sex', survey?.age_group],
      ['Period', survey?.period],
      ['Date of the survey', report.source_date],
      ['Country', `${report.country} (${report.iso3_code})`],
      ...units.map(
        ({ place_type, version, units: n }) =>
          [LEVELS[place_type], `${count(n)}, outlines '${version}'`] as const,
      ),
      ['Cells', count(cells)],
    ]),
    text(
      'The estimates are of prevalence: the share of people to whom the indicator applies, in each cell, in each admin unit and in the country.',
    ),
    ...(survey?.indicator_definition ? [] : [gap(surveyGap(record, 'The definition of the indicator'))]),
    ...(survey?.age_group ? [] : [gap(surveyGap(record, 'The age and sex of the people'))]),
    ...(survey?.period ? [] : [gap(surveyGap(record, 'The period of the fieldwork'))]),
  ]
}

/** Item 2. */
export function funding(record: MethodsRecord): MethodsBlock[] {
  const { project } = record
  return [
    ...facts([
      ['Project', project?.name],
      ['Client', project?.client_name],
    ]),
    project?.funding ? text(project.funding) : gap(projectGap(record, 'The funding')),
  ]
}
