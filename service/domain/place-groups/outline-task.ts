import type { OutlinesToJudge } from './judge-outlines.ts'
import type { OutlineQuestion } from './outline-questions.ts'
import type { OutlineFinding, Place } from './outline-types.ts'

/** Work on outlines; the content is the file, or the geometries as JSON, one per line. */
export type OutlineTask =
  | { kind: 'judge'; input: Omit<OutlinesToJudge, 'content'>; geometries: boolean }
  | { kind: 'simplify'; tolerance: number }
  | { kind: 'ask'; question: OutlineQuestion }

/** Geometries as the JSON that the database takes: millions of small arrays would hold up the thread that receives them. */
export interface JudgedToStore {
  /** How many features are sound. */
  count: number
  /** Empty unless geometries were asked for. */
  places: (Omit<Place, 'geometry'> & { geometry: string })[]
  findings: OutlineFinding[]
}
