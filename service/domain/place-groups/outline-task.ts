import type { OutlinesToValidate } from './validate-outlines.ts'
import type { OutlineQuestion, Spots } from './outline-questions.ts'
import type { Rectangle } from '../../geometry/rectangles-met.ts'
import type { OutlineFinding, Place } from './outline-types.ts'

/** Work on outlines; the content is the file, or the geometries as JSON, one per line. */
export type OutlineTask =
  | { kind: 'validate'; input: Omit<OutlinesToValidate, 'content'>; geometries: boolean }
  | { kind: 'simplify'; tolerance: number }
  | { kind: 'meet'; boxes: Rectangle[] }
  | { kind: 'ask'; question: OutlineQuestion }

/**
 * Geometries as the JSON that the database stores: millions of small arrays would block the thread that receives them.
 */
export interface ValidatedToStore {
  /** The number of valid features. */
  count: number
  /** Empty unless geometries were requested. */
  places: (Omit<Place, 'geometry'> & { geometry: string })[]
  findings: OutlineFinding[]
  ambiguous?: Spots
}
