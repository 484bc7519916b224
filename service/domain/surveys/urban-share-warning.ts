import type { PointsColumns } from '../../db/schema.ts'
import { needsUrbanShare } from '../../modelling/survey/urban.ts'
import type { PointError } from './points/point-error.ts'
import { readUrban } from './points/read-urban.ts'
import type { SurveyPoints } from './survey-points.ts'

/** A survey whose layers will be asked for the urban share of the people. */
export function urbanShareWarnings(points: SurveyPoints | null, columns: PointsColumns): PointError[] {
  if (!points || !needsUrbanShare({ weight: points.weight, ...readUrban(points) })) return []
  return [
    {
      row: null,
      column: columns.urban ?? null,
      message: `urban clusters are marked, but ${points.weight ? 'all weights are the same' : 'there are no weights'}, so the urban share of the people is not known.`,
      help: "Send a file with weights, or give the share in the column 'urban_share' of each layer; 'sample' states that towns were not oversampled.",
    },
  ]
}
