import { and, asc, eq } from '#drizzle'
import type { Displacement } from '#contract/surveys/displacement.ts'
import type { PointsReading } from '#contract/surveys/points-reading.ts'
import type { SurveyRemedy } from '#contract/surveys/remedies.ts'
import { surveyYear } from '../collections/choose-years.ts'
import { nearestName, nearestNames } from '#common/nearest-name.ts'
import type { LayerDraft } from './layer-draft.ts'
import type { Executor } from '../../db/client.ts'
import { files, type PointsColumns, surveys } from '../../db/schema.ts'
import { cellWarning, cellError, listed, SAMPLE_HELP, type CellFinding } from './cell-findings.ts'

const NAMED = ['target', 'source', 'source_wave'] as const
type Named = Record<(typeof NAMED)[number], string>
/** Surveys of one country. */
const MAX_COMPARED = 500

export interface SentFile {
  name: string
  content: Buffer
}

/** The source of a layer's points. */
export type FoundSurvey =
  | { kind: 'sent'; file: SentFile }
  | {
      kind: 'catalogued'
      id: number
      fileKey: string
      fileName: string
      columns: PointsColumns
      reading: PointsReading
      remedies: readonly SurveyRemedy[]
      displacement: Displacement | null
      year: number | null
    }

type Row = typeof surveys.$inferSelect & { fileKey: string; fileName: string }

const select = (db: Executor) =>
  db
    .select({ survey: surveys, fileKey: files.key, fileName: files.name })
    .from(surveys)
    .innerJoin(files, eq(files.id, surveys.file_id))

/** By id, by the name of an attached file, or, if the cell is empty, by the layer's identity. */
export async function findSurvey(
  db: Executor,
  draft: LayerDraft,
  sent: readonly SentFile[],
): Promise<{ found: FoundSurvey | null; findings: CellFinding[] }> {
  const { survey } = draft
  if (survey === null) return byIdentity(db, draft)
  const file =
    sent.find(({ name }) => name === survey) ??
    sent.find(({ name }) => name.toLowerCase() === survey.toLowerCase())
  if (file) return { found: { kind: 'sent', file }, findings: [] }
  if (/^\d{1,9}$/.test(survey)) return byId(db, draft, Number(survey))
  const names = sent.map(({ name }) => name)
  const near = nearestName(survey, names)
  return rejected(
    `'${survey}' is neither the id of a catalogued survey nor an attached points file.${near ? ` Did you mean '${near}'?` : ''}`,
    names.length > 0
      ? `Files sent along: ${listed(names)}.`
      : 'Send the points file together with the configuration, or write the id of a survey.',
    near,
  )
}

const rejected = (message: string, help?: string, fix?: string | null) => ({
  found: null,
  findings: [cellError('survey', message, help, fix)],
})

const catalogued = (
  row: Row,
  findings: CellFinding[] = [],
): { found: FoundSurvey; findings: CellFinding[] } => ({
  found: {
    kind: 'catalogued',
    id: row.id,
    fileKey: row.fileKey,
    fileName: row.fileName,
    columns: row.columns,
    reading: row.reading,
    remedies: row.remedies,
    displacement: row.displacement,
    year: surveyYear(row.source_date, row.source_wave),
  },
  findings,
})

const isEmpty = async (db: Executor) =>
  (await db.select({ id: surveys.id }).from(surveys).limit(1)).length === 0

async function byId(db: Executor, draft: LayerDraft, id: number) {
  const [row] = await select(db).where(eq(surveys.id, id))
  if (!row) {
    const help = (await isEmpty(db))
      ? `No survey is catalogued yet. ${SAMPLE_HELP}`
      : 'Look up its id in the survey catalogue.'
    return rejected(`There is no survey ${id}.`, help)
  }
  const { survey } = row
  if (draft.iso3_code !== null && survey.iso3_code !== draft.iso3_code) {
    return rejected(`Survey ${id} is of ${survey.iso3_code}, not of ${draft.iso3_code}.`)
  }
  if (draft.target !== null && survey.target !== draft.target) {
    return rejected(`Survey ${id} holds '${survey.target}', not '${draft.target}'.`)
  }
  const findings: CellFinding[] = []
  for (const column of ['source', 'source_wave'] as const) {
    if (draft[column] !== null && survey[column] !== draft[column]) {
      findings.push(
        cellWarning(
          column,
          `Survey ${id} has the ${column} '${survey[column]}', the layer '${draft[column]}'.`,
        ),
      )
    }
  }
  return catalogued({ ...survey, fileKey: row.fileKey, fileName: row.fileName }, findings)
}

async function byIdentity(db: Executor, draft: LayerDraft) {
  const { iso3_code, target, source, source_wave, source_date, round } = draft
  if (iso3_code === null || target === null || source === null || source_wave === null || round === null) {
    return { found: null, findings: [] }
  }
  const rows = await select(db)
    .where(
      and(
        eq(surveys.iso3_code, iso3_code),
        eq(surveys.target, target),
        eq(surveys.source, source),
        eq(surveys.source_wave, source_wave),
        eq(surveys.round, round),
        source_date === null ? undefined : eq(surveys.source_date, source_date),
      ),
    )
    .orderBy(asc(surveys.id))
    .limit(20)
  const [row] = rows
  if (rows.length === 1) return catalogued({ ...row.survey, fileKey: row.fileKey, fileName: row.fileName })
  if (rows.length > 1) {
    return rejected(
      `${rows.length} surveys fit this layer: ${listed(rows.map(({ survey }) => `${survey.id} (${survey.source_date ?? 'no date'})`))}.`,
      'Write the id of the one that is meant, or fill in source_date.',
    )
  }
  const others = await select(db)
    .where(eq(surveys.iso3_code, iso3_code))
    .orderBy(asc(surveys.id))
    .limit(MAX_COMPARED)
  const near = mistyped(
    { target, source, source_wave },
    others
      .map(({ survey }) => survey)
      .filter((one) => one.round === round && (source_date === null || one.source_date === source_date)),
  )
  const message = `No survey of '${target}' from ${source} ${source_wave}${source_date ? ` (${source_date})` : ''}, round ${round}, is catalogued for ${iso3_code}.`
  if (near) {
    const { column, value } = near
    return {
      found: null,
      findings: [cellError(column, message, `Did you mean '${value}'?`, value)],
    }
  }
  return rejected(
    message,
    others.length > 0
      ? `Surveys of ${iso3_code}: ${listed(
          others.map(
            ({ survey: s }) => `${s.id} (${s.target}, ${s.source} ${s.source_wave}, round ${s.round})`,
          ),
          5,
        )}.`
      : `Attach the points file and write its name here.${(await isEmpty(db)) ? ` No survey is catalogued yet. ${SAMPLE_HELP}` : ''}`,
  )
}

/** The only cell that would name a catalogued survey without its typing errors. */
function mistyped(draft: Named, known: readonly Named[]) {
  const near = NAMED.flatMap((column) => {
    const others = NAMED.filter((other) => other !== column)
    const values = known.filter((one) => others.every((other) => one[other] === draft[other]))
    return nearestNames(draft[column], [...new Set(values.map((one) => one[column]))]).map((value) => ({
      column,
      value,
    }))
  })
  return near.length === 1 ? near[0] : undefined
}
