import { TableError } from '../../tables/table-error.ts'
import type { LayerDraft } from './layer-draft.ts'
import type { Caller, Services } from '../../context.ts'
import type { PointsColumns } from '../../db/schema.ts'
import { POINTS_MAX_BYTES } from '#contract/configuration-limits.ts'
import { FEW_CLUSTERS, judgePoints } from '../surveys/judge-points.ts'
import type { PointsTable } from '../surveys/points-table.ts'
import { readPointsTable } from '../surveys/read-points.ts'
import { resolveColumns } from '../surveys/resolve-columns.ts'
import type { SurveyPoints } from '../surveys/survey-points.ts'
import { type FoundSurvey, findSurvey, type SentFile } from './find-survey.ts'
import type { JudgedPlaces } from './judge-places.ts'
import { doubt, fault, memo, type Told } from './told.ts'

export interface JudgedSurvey {
  told: Told[]
  found: FoundSurvey | null
  columns: PointsColumns | null
  /** Null unless every row of the points is sound. */
  points: SurveyPoints | null
  /** Names these points in keys of other judgements. */
  pointsKey: string
}

const nothing: JudgedSurvey = { told: [], found: null, columns: null, points: null, pointsKey: '' }

interface JudgedFile {
  /** Row of the configuration that asked first: it carries the details. */
  firstRow: number
  told: Told[]
  columns: PointsColumns | null
  points: SurveyPoints | null
}

/** Survey or points file of a layer, each file read once and judged once for the same columns and country. */
export function surveyJudge(services: Services, sent: readonly SentFile[], caller: Caller) {
  const finds = memo<Awaited<ReturnType<typeof findSurvey>>>()
  const tables = memo<PointsTable | Told>()
  const files = memo<JudgedFile>()

  return async (draft: LayerDraft, places: JudgedPlaces): Promise<JudgedSurvey> => {
    const { iso3_code, target, source, source_wave, source_date, round, survey } = draft
    // An unknown country is told once, not once more as a survey that it does not have.
    if (survey === null && places.country === null) return nothing
    const identity = JSON.stringify([iso3_code, target, source, source_wave, source_date, round, survey])
    const { found, told } = await finds(identity, () => findSurvey(services.db, draft, sent))
    if (!found) return { ...nothing, told }
    const fileKey = found.kind === 'sent' ? `sent/${found.file.name}` : found.fileKey
    const label = found.kind === 'sent' ? found.file.name : `Survey ${found.id} (${found.fileName})`
    const table = await tables(fileKey, () => readTable(services, found, label, caller))
    if (!('header' in table)) return { ...nothing, told: [...told, table], found }
    const pointsKey = JSON.stringify([
      fileKey,
      found.kind === 'catalogued' ? found.id : null,
      draft.columns,
      places.outlinesKey,
    ])
    const file = await files(pointsKey, () => judgeFile(draft, places, found, table, label))
    const again = file.firstRow !== draft.row && file.told.some(({ severity }) => severity === 'error')
    return {
      told: [
        ...told,
        ...(again
          ? [fault('survey', `${label} has errors; they are listed at row ${file.firstRow}.`)]
          : file.told),
      ],
      found,
      columns: file.columns,
      points: file.points,
      pointsKey,
    }
  }
}

async function readTable(
  { files }: Services,
  found: FoundSurvey,
  label: string,
  caller: Caller,
): Promise<PointsTable | Told> {
  try {
    return found.kind === 'sent'
      ? await readPointsTable(found.file.content, found.file.name, caller)
      : await readPointsTable(
          await files.readAll(found.fileKey, { maxBytes: POINTS_MAX_BYTES }),
          label,
          caller,
        )
  } catch (error) {
    if (error instanceof TableError) return fault('survey', error.message)
    throw error
  }
}

async function judgeFile(
  draft: LayerDraft,
  { country, outlines }: JudgedPlaces,
  found: FoundSurvey,
  table: PointsTable,
  label: string,
): Promise<JudgedFile> {
  const firstRow = draft.row
  const defaults = found.kind === 'catalogued' ? found.columns : null
  const { columns, faults: missing } = resolveColumns(table.header, draft.columns, defaults, label)
  if (missing.length > 0) {
    const told = missing.map(({ column, message, help }) => fault(column, message, help))
    return { firstRow, told, columns: null, points: null }
  }
  const judged = await judgePoints(
    table,
    columns,
    country !== null && outlines ? { name: country, outlines } : null,
  )
  const told = judged.faults.map(({ row, message, help }) =>
    fault('survey', row === null ? `${label}: ${message}` : `${label}, row ${row}: ${message}`, help),
  )
  const untold = judged.faultCount - judged.faults.length
  if (untold > 0)
    told.push(fault('survey', `${label}: ${untold.toLocaleString('en')} more errors in its rows.`))
  if (told.length > 0) return { firstRow, told, columns, points: null }
  if (judged.clusters < FEW_CLUSTERS) {
    told.push(
      doubt(
        'survey',
        `${label} has only ${judged.clusters} clusters; below ${FEW_CLUSTERS} the surface is weakly determined.`,
      ),
    )
  }
  return { firstRow, told, columns, points: judged.points }
}
