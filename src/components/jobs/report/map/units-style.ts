import { SURFACE_VIEWS, type Surface, scaleOf } from '#contract/jobs/output-types.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { isShare } from '#contract/jobs/surface-range.ts'
import type { UnitInterval } from '#contract/jobs/outputs.ts'
import type { OverlayStyle, Range } from '~/components/map/overlays/map-overlays.ts'
import type { PointerPlace } from '~/components/map/legend/map-readout.tsx'
import { type Ramp, rampColour } from '~/components/map/legend/ramps.ts'
import { histogramOf } from '~/lib/histogram.ts'
import type { AdminUnit } from '~/components/jobs/report/units/admin-sort.ts'

/** A unit's figure on the map, matching the surface. */
export function unitValue(unit: AdminUnit, surface: Surface): number | null {
  const { unit: column } = SURFACE_VIEWS[surface]
  if (column === null) return null
  return typeof column === 'string' ? unit[column] : between(unit, column)
}

function between(unit: AdminUnit, [from, to]: UnitInterval): number | null {
  const [lower, upper] = [unit[from], unit[to]]
  return lower === null || upper === null ? null : upper - lower
}

/** The colours of the units of a level: numbers of people are those of whole units, not of cells. */
export function unitsRange(
  units: readonly AdminUnit[],
  level: number,
  surface: Surface,
  range: Range,
): Range {
  if (scaleOf(surface) !== 'people') return range
  const people = units.filter((unit) => unit.level === level).map((unit) => unitValue(unit, surface) ?? 0)
  return { min: 0, max: Math.max(1, ...people) }
}

/** The unit of a level under the cursor; at a pin, which knows none, the chosen one. */
export function unitAt(
  { units: there }: PointerPlace,
  units: readonly AdminUnit[],
  level: number,
  pinCode: string | undefined,
): AdminUnit | undefined {
  const code = there ? there.find(({ placeType }) => placeType === `adm${level}`)?.code : pinCode
  return units.find((unit) => unit.level === level && unit.code === code)
}

const BINS = 16

/** How the units' figures are distributed, each unit counting once; undefined if none has one. */
export function unitsSummary(units: readonly AdminUnit[], surface: Surface) {
  const values = units.flatMap((unit) => unitValue(unit, surface) ?? [])
  const distribution = histogramOf(values, BINS)
  return distribution && { ...distribution, units: values.length }
}

/** Between these, exceeding the threshold is neither likely nor unlikely. */
const UNLIKELY = 0.05
const LIKELY = 0.95

/**
 * Whether a unit's colour says little: its interval spans more than half of the colours, or it may well be above as
 * below the threshold. The width shows uncertainty itself, so nothing is hatched there.
 */
export function isUncertain(unit: AdminUnit, surface: Surface, range: Range): boolean {
  if (scaleOf(surface) === 'probability') {
    const value = unitValue(unit, surface)
    return value !== null && value > UNLIKELY && value < LIKELY
  }
  const { interval } = SURFACE_VIEWS[surface]
  const width = interval && between(unit, interval)
  return width !== null && width > (range.max - range.min) / 2
}

/** The cells that the same rule hatches: those of a surface with values in a range; null for none. */
export function uncertainCells(surface: Surface, range: Range): { surface: Surface; range: Range } | null {
  if (scaleOf(surface) === 'probability') return { surface, range: { min: UNLIKELY, max: LIKELY } }
  return isShare(surface) ? { surface: 'width', range: { min: (range.max - range.min) / 2, max: 1 } } : null
}

/** Whether uncertain cells are hatched, unless the person chooses: the layer cannot be used for single cells. */
export const hatchesCells = ({ verdict }: Pick<JobReport, 'verdict'>) =>
  verdict !== null && verdict !== 'cells'

/** Whether some of the cells are extrapolated, and known. */
export const hasExtrapolated = ({ outputs }: Pick<JobReport, 'outputs'>) =>
  outputs.some(({ type }) => type === 'extrapolated')

/** The rule in the legend's words; nothing where nothing is hatched. */
export function uncertainRule(surface: Surface): string | undefined {
  if (scaleOf(surface) === 'probability') return 'Hatched: between 5 and 95 %, so neither likely nor unlikely'
  return SURFACE_VIEWS[surface].interval
    ? 'Hatched: the 95 % interval spans more than half of the colours'
    : undefined
}

/** The units of a level in the ramp's colours. */
export function unitsStyle(
  units: readonly AdminUnit[],
  level: number,
  surface: Surface,
  ramp: Ramp,
  range: Range,
): NonNullable<OverlayStyle['units']> {
  const ofLevel = units.filter((unit) => unit.level === level)
  const span = range.max - range.min
  return {
    placeType: level === 2 ? 'adm2' : 'adm1',
    colours: Object.fromEntries(
      ofLevel.flatMap((unit) => {
        const value = unitValue(unit, surface)
        return value === null
          ? []
          : [[unit.code, rampColour(ramp, span > 0 ? (value - range.min) / span : 0.5)]]
      }),
    ),
    uncertain: ofLevel.filter((unit) => isUncertain(unit, surface, range)).map(({ code }) => code),
  }
}
