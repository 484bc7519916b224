import { answerParent } from '../../isolation/answer-parent.ts'
import { judgeOutlines } from './judge-outlines.ts'
import type { JudgedToStore, OutlineTask } from './outline-task.ts'
import type { PlaceGeometry } from './outline-types.ts'
import { simplifyOutlines } from './simplify.ts'

function judge(task: OutlineTask & { kind: 'judge' }, content: Buffer): JudgedToStore {
  const { places, findings } = judgeOutlines({ ...task.input, content })
  const stored = task.geometries
    ? places.map((place) => ({ ...place, geometry: JSON.stringify(place.geometry) }))
    : []
  return { count: places.length, places: stored, findings }
}

function simplify(tolerance: number, content: Buffer): string[] {
  const lines = content.toString().split('\n')
  const geometries = lines.map((line) => JSON.parse(line) as PlaceGeometry)
  return simplifyOutlines(geometries, tolerance).map((geometry) => JSON.stringify(geometry))
}

answerParent((task: OutlineTask, content) =>
  task.kind === 'judge' ? judge(task, content) : simplify(task.tolerance, content),
)
