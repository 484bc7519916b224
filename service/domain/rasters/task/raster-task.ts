import type { StoredVersion } from '#service/files/file-store.ts'
import type { Declared } from '#service/raster/cells/classes.ts'
import type { Inspection } from '#service/raster/inspect.ts'
import type { ReferenceCogPlan } from '#service/raster/cog/to-reference-cog.ts'

/** Work on a whole raster, done in a separate process, so that a hostile or huge file harms nobody else. */
export type RasterTask =
  | { type: 'inspect'; raster: StoredVersion; categorical?: Declared }
  /** `folder` is empty; the parts of the COG are left in it, as by the next one. */
  | { type: 'to-cog'; raster: StoredVersion; categorical?: Declared; folder: string }
  | ({ type: 'to-reference-grid'; raster: StoredVersion } & ReferenceCogPlan)

export interface RasterTaskResult {
  inspection: Inspection
  /** Paths of files which, one after the other, are the file that was written; none if none was. */
  parts: string[]
}
