import { TableError } from '../../tables/table-error.ts'
import type { LayerDraft } from './layer-draft.ts'
import type { Caller, Services } from '../../context.ts'
import type { Displacement } from '#contract/surveys/displacement.ts'
import { PLACE_REMEDIES } from '#contract/surveys/place-remedies.ts'
import { remedySentence } from '#contract/surveys/remedy-words.ts'
import { REMEDIES, type Remedy, type SurveyRemedy } from '#contract/surveys/remedies.ts'
import type { PointsColumns } from '../../db/schema.ts'
import { POINTS_MAX_BYTES } from '#contract/submissions/configuration-limits.ts'
import { displacementUnknown } from '../surveys/displacement-unknown.ts'
import { FEW_CLUSTERS, validatePoints } from '../surveys/points/validate-points.ts'
import type { PointsTable } from '../surveys/points/points-table.ts'
import { addUpPeople } from '../surveys/points/add-up-people.ts'
import { readPointsTable } from '../surveys/points/read-points.ts'
import { resolveColumns } from '../surveys/points/resolve-columns.ts'
import type { SurveyPoints } from '../surveys/survey-points.ts'
import { type FoundSurvey, findSurvey, type SentFile } from './find-survey.ts'
import type { ValidatedPlaces } from './validate-places.ts'
import { cellWarning, cellError, memo, type CellFinding } from './cell-findings.ts'

export interface ValidatedSurvey {
  findings: CellFinding[]
  found: FoundSurvey | null
  columns: PointsColumns | null
  remedies: SurveyRemedy[]
  displacement: Displacement | null
  /** Null unless every row of the points is valid. */
  points: SurveyPoints | null
  /** Identifies these points in keys of other validations. */
  pointsKey: string
}

const nothing: ValidatedSurvey = {
  findings: [],
  found: null,
  columns: null,
  remedies: [],
  displacement: null,
  points: null,
  pointsKey: '',
}

interface ValidatedFile {
  /** The first configuration row that uses it: it gets the details. */
  firstRow: number
  findings: CellFinding[]
  columns: PointsColumns | null
  remedies: SurveyRemedy[]
  points: SurveyPoints | null
}

/** A layer's survey or points file. Each file is read once, and validated once for the same columns and country. */
export function surveyValidator(services: Services, sent: readonly SentFile[], caller: Caller) {
  const finds = memo<Awaited<ReturnType<typeof findSurvey>>>()
  const tables = memo<PointsTable | CellFinding>()
  const files = memo<ValidatedFile>()

  return async (draft: LayerDraft, places: ValidatedPlaces): Promise<ValidatedSurvey> => {
    const { iso3_code, target, source, source_wave, source_date, round, survey } = draft
    // An unknown country is reported once, not again as a missing survey.
    if (survey === null && places.country === null) return nothing
    const identity = JSON.stringify([iso3_code, target, source, source_wave, source_date, round, survey])
    const { found, findings } = await finds(identity, () => findSurvey(services.db, draft, sent))
    if (!found) return { ...nothing, findings }
    const fileKey =
      found.kind === 'sent' ? `sent/${found.file.name}` : JSON.stringify([found.fileKey, found.reading])
    const label = found.kind === 'sent' ? found.file.name : `Survey ${found.id} (${found.fileName})`
    const table = await tables(fileKey, () => readTable(services, found, label, caller))
    if (!('header' in table)) return { ...nothing, findings: [...findings, table], found }
    const pointsKey = JSON.stringify([
      fileKey,
      found.kind === 'catalogued' ? found.id : null,
      draft.columns,
      draft.remedies,
      places.outlinesKey,
    ])
    const file = await files(pointsKey, () => validateFile(draft, places, found, table, label))
    const displacement = draft.displacement ?? (found.kind === 'catalogued' ? found.displacement : null)
    const advice = displacementUnknown(source, displacement)
    const again = file.firstRow !== draft.row && file.findings.some(({ severity }) => severity === 'error')
    return {
      findings: [
        ...findings,
        ...(again
          ? [cellError('survey', `${label} has errors; they are listed at row ${file.firstRow}.`)]
          : file.findings),
        ...(advice ? [cellWarning('displacement', `${label}: ${advice.message}`, advice.help)] : []),
      ],
      found,
      columns: file.columns,
      remedies: file.remedies,
      displacement,
      points: file.points,
      pointsKey,
    }
  }
}

function asFinding(error: unknown): CellFinding {
  if (error instanceof TableError) return cellError('survey', error.message)
  throw error
}

async function readTable(
  { files }: Services,
  found: FoundSurvey,
  label: string,
  caller: Caller,
): Promise<PointsTable | CellFinding> {
  try {
    return found.kind === 'sent'
      ? await readPointsTable(found.file.content, found.file.name, caller)
      : await readPointsTable(
          await files.readAll(found.fileKey, { maxBytes: POINTS_MAX_BYTES }),
          label,
          caller,
          found.reading,
        )
  } catch (error) {
    return asFinding(error)
  }
}

async function validateFile(
  draft: LayerDraft,
  { country, outlines }: ValidatedPlaces,
  found: FoundSurvey,
  file: PointsTable,
  label: string,
): Promise<ValidatedFile> {
  const firstRow = draft.row
  const defaults = found.kind === 'catalogued' ? found.columns : null
  const clusters = await addUpPeople(file, { ...defaults, ...draft.columns }, label).catch(asFinding)
  if (!('table' in clusters))
    return { firstRow, findings: [clusters], columns: null, remedies: [], points: null }
  const { table } = clusters
  const { columns, errors: missing } = resolveColumns(table, draft.columns, defaults, label)
  if (missing.length > 0) {
    const findings = missing.map(({ column, message, help, fix }) =>
      cellError(column ?? 'survey', message, help, fix),
    )
    return { firstRow, findings, columns: null, remedies: [], points: null }
  }
  const uses =
    draft.remedies?.map((remedy) => ({ remedy })) ??
    (found.kind === 'catalogued' ? storedRemedies(found, columns) : [])
  const validated = await validatePoints(
    table,
    columns,
    country !== null && outlines ? { name: country, outlines } : null,
    uses,
  )
  const { remedies } = validated
  const placed = (row: number | null, message: string) =>
    row === null ? `${label}: ${message}` : `${label}, row ${row}: ${message}`
  const findings = validated.errors.map(({ row, message, help, remedy }) =>
    cellError(remedy ? 'remedies' : 'survey', placed(row, message), help, remedy && withRemedy(uses, remedy)),
  )
  const unlisted = validated.errorCount - validated.errors.length
  if (unlisted > 0)
    findings.push(cellError('survey', `${label}: ${unlisted.toLocaleString('en')} more errors in its rows.`))
  if (findings.length > 0) return { firstRow, findings, columns, remedies, points: null }
  for (const one of remedies)
    findings.push(
      cellWarning('survey', placed(null, `${remedySentence(one)}; the file is kept as it was sent.`)),
    )
  for (const { row, message, help } of validated.warnings)
    findings.push(cellWarning('survey', placed(row, message), help))
  if (validated.clusters < FEW_CLUSTERS) {
    findings.push(
      cellWarning(
        'survey',
        `${label} has only ${validated.clusters} clusters; below ${FEW_CLUSTERS} the surface is weakly determined.`,
      ),
    )
  }
  return { firstRow, findings, columns, remedies, points: validated.points }
}

/** The cell with one more. */
const withRemedy = (uses: readonly { remedy: Remedy }[], more: Remedy) =>
  REMEDIES.filter((name) => name === more || uses.some(({ remedy }) => remedy === name)).join(', ')

const PLACES = ['longitude', 'latitude'] as const
const COUNTS = ['numerator', 'denominator'] as const

/** Of a survey's own remedies, those that concern columns as it was imported with. */
const storedRemedies = (
  { columns, remedies }: FoundSurvey & { kind: 'catalogued' },
  read: PointsColumns,
): readonly SurveyRemedy[] => {
  const isSame = (names: readonly (keyof PointsColumns)[]) =>
    names.every((name) => columns[name] === read[name])
  return remedies.filter(({ remedy }) => isSame(COLUMNS[remedy]))
}

/** The columns that a remedy concerns. */
const COLUMNS: Record<Remedy, readonly (keyof PointsColumns)[]> = {
  ...(Object.fromEntries(PLACE_REMEDIES.map((remedy) => [remedy, PLACES])) as Record<
    (typeof PLACE_REMEDIES)[number],
    typeof PLACES
  >),
  'leave-out-unplaced': PLACES,
  'leave-out-outside': PLACES,
  'swap-counts': COUNTS,
  'multiply-shares': COUNTS,
  'multiply-percentages': COUNTS,
  'leave-out-empty': COUNTS,
  'number-ids': ['cluster'],
}
