import type { UnitFormat } from '#contract/jobs/job-units.ts'
import type { PlaceGeometry } from '../../geometry/polygons.ts'
import type { UnitColumn, UnitRow } from './unit-columns.ts'

/** A file of units; the content is the outlines as JSON, one per line, in the order of the rows. */
export interface UnitsTask {
  format: UnitFormat
  columns: UnitColumn[]
  rows: UnitRow[]
  /** ISO 8601, for formats that hold when they were changed. */
  changed: string
}

export interface UnitsTable extends Omit<UnitsTask, 'format'> {
  /** One per row. */
  outlines: PlaceGeometry[]
}
