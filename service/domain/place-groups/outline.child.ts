import { runChildOnce } from '../../isolation/run-child-once.ts'
import { validateOutlines } from './validate-outlines.ts'
import { answerQuestion, parseArea } from './outline-questions.ts'
import type { ValidatedToStore, OutlineTask } from './outline-task.ts'
import { areaBounds } from '../../geometry/point-in-polygon.ts'
import { type PlaceGeometry, polygonsOf } from '../../geometry/polygons.ts'
import { type Rectangle, rectanglesMet } from '../../geometry/rectangles-met.ts'
import { edgeTests } from '../../geometry/work-budget.ts'
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

/** The places of the outlines that share a point with one of the boxes. */
function meeting(boxes: readonly Rectangle[], content: Buffer): number[] {
  const budget = edgeTests()
  return linesOf(content).flatMap((line, i) => {
    const geometry = JSON.parse(line) as PlaceGeometry
    const [west, south, east, north] = areaBounds(geometry)
    const near = boxes.filter((box) => box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south)
    if (near.length === 0) return []
    const meets = rectanglesMet({ points: [], lines: [], polygons: polygonsOf(geometry) }, budget)
    return near.some(meets) ? [i] : []
  })
}

runChildOnce((task: OutlineTask, content) => {
  if (task.kind === 'validate') return validate(task, content)
  if (task.kind === 'simplify') return simplify(task.tolerance, content)
  if (task.kind === 'meet') return meeting(task.boxes, content)
  return answerQuestion(parseArea(linesOf(content)), task.question)
})
