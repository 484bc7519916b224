import type { LayerFinding } from '../../../modelling/diagnostics-types.ts'
import type { AdminUnits } from '#service/modelling/units/admin-types.ts'
import type { MaskedCells } from './mask-cells.ts'
import { WITHIN_KM } from './sample-covariates.ts'

/** Above this share of the country's people, a report says who is left out; below it, only the log does. */
const MATERIAL = 0.01

const round = (people: number) => Math.round(people).toLocaleString('en')
const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const degrees = (value: number) => value.toFixed(3)
const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)

interface PeopleReport {
  log: string[]
  findings: LayerFinding[]
}

/** Which people of the population band the figures of a layer count, and which they don't. */
export function reportPeople(
  { population, border, leftOut }: MaskedCells,
  admin: readonly Pick<AdminUnits, 'level' | 'cellUnit'>[],
): PeopleReport {
  if (!population) return { log: [], findings: [] }
  const report: PeopleReport = { log: [], findings: [] }
  const all = sum(population)
  const add = (share: number, message: string) => {
    if (share > MATERIAL) report.findings.push({ kind: 'left-out', message })
    else report.log.push(message)
  }
  report.log.push(`${round(all)} people live in these cells.`)
  if (border.whole + border.shared > 0) {
    report.log.push(
      `The outline cuts ${border.whole + border.shared} of the cells with people: ${border.whole} count with all of them, since almost no one lives in the cells beyond it, and ${border.shared} with the share of their area in the country; ${round(border.beyond)} people of these are taken to live beyond it.`,
    )
  }
  if (leftOut) {
    const { people, share, cells, longitude, latitude } = leftOut
    add(
      share,
      `${round(people)} people of the population band (${percent(share)}) live in ${cells} ${cells === 1 ? 'cell' : 'cells'} of the country where a covariate has no value, and are left out of all figures. The cell with most of them is at longitude ${degrees(longitude)}, latitude ${degrees(latitude)}. Check the covariates there, at the coast above all.`,
    )
  }
  for (const { level, cellUnit } of admin) {
    const people = sum(population.filter((_, cell) => cellUnit[cell] < 0))
    if (people === 0) continue
    const share = people / all
    add(
      share,
      `${round(people)} people of the population band (${percent(share)}) live more than ${WITHIN_KM} km from any ADM${level} unit. They are part of the national figure, but of no ADM${level} unit. Check the outlines of that level.`,
    )
  }
  return report
}
