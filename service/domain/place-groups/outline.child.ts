import { runChildOnce } from '../../isolation/run-child-once.ts'
import { validateOutlines } from './validate-outlines.ts'
import { answerQuestion, parseArea } from './outline-questions.ts'
import type { ValidatedToStore, OutlineTask } from './outline-task.ts'
import type { PlaceGeometry } from '../../geometry/polygons.ts'
import { simplifyOutlines } from '../../geometry/simplify.ts'

function validate(task: OutlineTask & { kind: 'validate' }, content: Buffer): ValidatedToStore {
  const { places, findings, ambiguous } = validateOutlines({ ...task.input, content })
  const stored = task.geometries
    ? places.map((place) => ({ ...place, geometry: JSON.stringify(place.geometry) }))
    : []
  return { count: places.length, places: stored, findings, ambiguous }
}

const linesOf = (content: Buffer) => content.toString().split('\n')

function simplify(tolerance: number, content: Buffer): string[] {
  const geometries = linesOf(content).map((line) => JSON.parse(line) as PlaceGeometry)
  return simplifyOutlines(geometries, tolerance).map((geometry) => JSON.stringify(geometry))
}

runChildOnce((task: OutlineTask, content) => {
  if (task.kind === 'validate') return validate(task, content)
  if (task.kind === 'simplify') return simplify(task.tolerance, content)
  return answerQuestion(parseArea(linesOf(content)), task.question)
})
