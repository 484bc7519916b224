import type { Answer, Body } from '#contract/endpoint.ts'
import type { inspectSurvey } from '#contract/surveys/inspect-survey.ts'
import { POINTS_COLUMN_NAMES } from '#contract/surveys/points-columns.ts'
import type { Caller, Services } from '../../context.ts'
import { requireCountry } from '../countries/require.ts'
import { asRejection } from '../tables/as-rejection.ts'
import { validateSurveyTable } from './create.ts'
import { findingsOf } from './findings-of.ts'
import { guessColumns } from './points/guess-columns.ts'
import { previewPoints, previewRows } from './points/preview.ts'
import { readPointsTable } from './points/read-points.ts'
import { readingChoice } from './reading-choice.ts'

type Inspect = typeof inspectSurvey

/** What a points file holds, before anything is stored: columns that are not named are guessed. */
export async function inspect(
  services: Services,
  { name, content }: { name: string; content: Buffer },
  about: Body<Inspect>,
  caller: Caller,
): Promise<Answer<Inspect>> {
  const { iso3_code = null, remedies = [] } = about
  const country = iso3_code === null ? null : await requireCountry(services.db, iso3_code)
  try {
    const table = await readPointsTable(content, name, caller, readingChoice(about))
    const guess = guessColumns(table)
    const entries = POINTS_COLUMN_NAMES.flatMap((role) => {
      const column = about[role] ?? guess[role]
      return column === undefined ? [] : [[role, column] as const]
    })
    const result = await validateSurveyTable(
      services.db,
      table,
      {
        name,
        columns: Object.fromEntries(entries),
        remedies,
        country: country && { iso3_code: iso3_code!, name: country.name },
      },
      caller,
    )
    const findings = findingsOf(result)
    return {
      reading: table.reading,
      header: table.header,
      guess,
      rows: previewRows(table),
      clusters: result.clusters,
      points: await previewPoints(result.table, result, findings),
      findings,
      remedies: result.remedies,
    }
  } catch (error) {
    throw asRejection(error, 'file')
  }
}
