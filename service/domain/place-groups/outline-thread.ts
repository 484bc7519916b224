import { Worker } from 'node:worker_threads'
import { ServiceError } from '../../service-error.ts'
import { judgeOutlines, type OutlinesToJudge } from './judge-outlines.ts'
import { type OutlineFinding, type Place, type PlaceGeometry, polygonsOf } from './outline-types.ts'
import { simplifyOutlines } from './simplify.ts'

export type OutlineTask =
  | { kind: 'judge'; input: OutlinesToJudge }
  | { kind: 'simplify'; geometries: PlaceGeometry[]; tolerance: number }

/** Geometries as the JSON that the database takes: millions of small arrays would hold up the thread that receives them. */
export interface JudgedToStore {
  places: (Omit<Place, 'geometry'> & { geometry: string })[]
  findings: OutlineFinding[]
}

export function judgeToStore(input: OutlinesToJudge): JudgedToStore {
  const { places, findings } = judgeOutlines(input)
  return {
    places: places.map((place) => ({ ...place, geometry: JSON.stringify(place.geometry) })),
    findings,
  }
}

const SMALL_BYTES = 64 * 2 ** 10
const SMALL_POSITIONS = 20_000
const LONGEST_MS = 120_000
const MOST_MEGABYTES = 1536
const AT_ONCE = 2

let running = 0

/** Judges outlines beside the event loop, unless they are so few that a thread would take longer. */
export const judgeBeside = (input: OutlinesToJudge): Promise<JudgedToStore> =>
  input.content.length <= SMALL_BYTES
    ? Promise.resolve(judgeToStore(input))
    : runBeside<JudgedToStore>({ kind: 'judge', input })

export const simplifyBeside = (geometries: PlaceGeometry[], tolerance: number): Promise<PlaceGeometry[]> =>
  countPositions(geometries) <= SMALL_POSITIONS
    ? Promise.resolve(simplifyOutlines(geometries, tolerance))
    : runBeside<PlaceGeometry[]>({ kind: 'simplify', geometries, tolerance })

function countPositions(geometries: readonly PlaceGeometry[]): number {
  let count = 0
  for (const geometry of geometries) for (const ring of polygonsOf(geometry).flat()) count += ring.length
  return count
}

/** @throws ServiceError when the outlines take too long or too much, or too many are at work already */
async function runBeside<Result>(task: OutlineTask): Promise<Result> {
  if (running >= AT_ONCE)
    throw new ServiceError('unavailable', 'Other outlines are being worked on. Please try again shortly.', {
      headers: { 'Retry-After': '10' },
    })
  running++
  const worker = new Worker(new URL('./outline.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  let late: NodeJS.Timeout | undefined
  try {
    return await new Promise<Result>((resolve, reject) => {
      const tooMuch = () =>
        reject(
          new ServiceError(
            'invalid',
            'These outlines are too many, or too fine, to be worked on. Simplify them and try again.',
          ),
        )
      late = setTimeout(tooMuch, LONGEST_MS)
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
      )
      worker.once('exit', () => reject(new Error('the thread that judges outlines ended without a word')))
    })
  } finally {
    clearTimeout(late)
    running--
    await worker.terminate()
  }
}
