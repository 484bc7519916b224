import type { Section } from './block.ts'
import type { BriefContext } from './brief-context.ts'
import { cleanText } from './clean-text.ts'

/** Which inputs, settings and program the figures come from. */
export function provenance(context: BriefContext): Section {
  const { record, texts, figures } = context
  const text = texts.provenance
  const { report } = record
  const { inputs, software, configuration } = record.provenance
  const file = ({ name, sha256 }: { name: string; sha256: string }) =>
    `${cleanText(name)} (SHA-256 ${sha256})`
  const rows: (readonly [string, string | null])[] = [
    [text.key, report.job_key],
    [text.submission, cleanText(report.submission_title)],
    [text.author, cleanText(report.app_user_name)],
    [text.survey, cleanText(`${report.source} ${report.source_wave}, ${report.round}`)],
    [text.surveyDate, report.source_date && figures.date(report.source_date)],
    [text.method, report.method],
    [text.points, file(inputs.points)],
    [text.collection, `${cleanText(report.stack_name)}, ${report.stack_version}`],
    ...inputs.covariates.map((covariate) => [text.covariate, file(covariate)] as const),
    [text.population, inputs.population && file(inputs.population)],
    ...inputs.place_groups.map(
      ({ place_type, version, sha256 }) =>
        [text.outlines[place_type], file({ name: version, sha256 })] as const,
    ),
    [text.submitted, figures.date(report.datetime_submitted)],
    [text.finished, report.datetime_finished && figures.date(report.datetime_finished)],
    [
      text.engine,
      [`${software.name} ${software.version}`, software.commit, `Node ${software.node}`]
        .filter(Boolean)
        .join(', '),
    ],
  ]
  return {
    title: text.title,
    blocks: [
      { kind: 'facts', rows: rows.flatMap(([label, value]) => (value ? [[label, value] as const] : [])) },
      { kind: 'heading', text: text.configuration },
      { kind: 'facts', rows: settings(configuration) },
    ],
  }
}

/** The values that the layer sets, by the names of its columns. */
function settings(configuration: object): [string, string][] {
  return Object.entries(configuration).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return []
    return [[name, cleanText(typeof value === 'object' ? JSON.stringify(value) : String(value))]]
  })
}
