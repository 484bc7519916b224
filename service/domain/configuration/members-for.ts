import { chooseYears, surveyYear } from '../collections/choose-years.ts'
import type { FoundVersion, Member } from '../collections/find-version.ts'
import { type CellFinding, cellWarning } from './cell-findings.ts'
import type { LayerDraft } from './layer-draft.ts'
import type { ValidatedSurvey } from './validate-survey.ts'

const MAX_GAP_YEARS = 5

/** The bands that a layer uses: of each series the year nearest to its survey, or the latest. */
export function membersFor(
  draft: Pick<LayerDraft, 'source_date' | 'source_wave'>,
  survey: Pick<ValidatedSurvey, 'found'>,
  { members }: Pick<FoundVersion, 'members'>,
): { members: Member[]; year: number | null; findings: CellFinding[] } {
  if (members.every(({ series }) => series === null)) return { members, year: null, findings: [] }
  const catalogued = survey.found?.kind === 'catalogued' ? survey.found.year : null
  const year = surveyYear(draft.source_date, '') ?? catalogued ?? surveyYear(null, draft.source_wave ?? '')
  const chosen = chooseYears(members, year)
  const series = chosen.filter((member) => member.series !== null)
  if (year === null) {
    const names = series.map((member) => `${member.series} ${member.year}`).join(', ')
    const message = `The survey has no year, so the latest of each series is used: ${names}.`
    return {
      members: chosen,
      year,
      findings: [cellWarning('source_date', message, 'Fill in source_date to use the years of the survey.')],
    }
  }
  const far = series.filter((member) => Math.abs(member.year! - year) > MAX_GAP_YEARS)
  const findings = far.map((member) =>
    cellWarning(
      'stack_name',
      `The covariate '${member.series}' is of ${member.year}, ${Math.abs(member.year! - year)} years from the survey of ${year}.`,
      `Add a band of ${year} or a year near it to the series.`,
    ),
  )
  return { members: chosen, year, findings }
}
