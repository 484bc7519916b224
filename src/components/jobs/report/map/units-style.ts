import type { Surface } from '#contract/jobs/job-shapes.ts'
import type { OverlayStyle, Range } from '~/components/map/overlays/map-overlays.ts'
import type { Pointed } from '~/components/map/legend/map-readout.tsx'
import { type Ramp, rampColour } from '~/components/map/legend/ramps.ts'
import { histogramOf } from '~/lib/histogram.ts'
import type { AdminUnit } from '~/components/jobs/report/units/admin-sort.ts'

/** A unit's figure on the map, matching the surface. */
export function unitValue(unit: AdminUnit, surface: Surface): number | null {
  if (surface === 'mean') return unit.modelled
  if (surface === 'lower') return unit.modelled_lower
  if (surface === 'upper') return unit.modelled_upper
  if (surface === 'exceedance') return unit.exceedance
  if (surface === 'people') return unit.affected
  return widthOf(unit)
}

const widthOf = ({ modelled_lower, modelled_upper }: AdminUnit) => between(modelled_lower, modelled_upper)

const between = (lower: number | null, upper: number | null) =>
  lower === null || upper === null ? null : upper - lower

/** The colours of the units of a level: numbers of people are those of whole units, not of cells. */
export function unitsRange(
  units: readonly AdminUnit[],
  level: number,
  surface: Surface,
  range: Range,
): Range {
  if (surface !== 'people') return range
  const affected = units.filter((unit) => unit.level === level).map((unit) => unit.affected ?? 0)
  return { min: 0, max: Math.max(1, ...affected) }
}

/** The unit of a level under the cursor; at a pin, which knows none, the chosen one. */
export function unitAt(
  { units: there }: Pointed,
  units: readonly AdminUnit[],
  level: number,
  chosen: string | undefined,
): AdminUnit | undefined {
  const code = there ? there.find(({ placeType }) => placeType === `adm${level}`)?.code : chosen
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
  if (surface === 'width') return false
  if (surface === 'exceedance')
    return unit.exceedance !== null && unit.exceedance > UNLIKELY && unit.exceedance < LIKELY
  const width = surface === 'people' ? between(unit.affected_lower, unit.affected_upper) : widthOf(unit)
  return width !== null && width > (range.max - range.min) / 2
}

/** The rule in the legend's words; nothing where nothing is hatched. */
export const uncertainRule = (surface: Surface) =>
  surface === 'width'
    ? undefined
    : surface === 'exceedance'
      ? 'Hatched: between 5 and 95 %, so neither likely nor unlikely'
      : 'Hatched: the 95 % interval spans more than half of the colours'

/** The units of a level in the ramp's colours. */
export function unitsStyle(
  units: readonly AdminUnit[],
  level: number,
  surface: Surface,
  ramp: Ramp,
  range: Range,
): NonNullable<OverlayStyle['units']> {
  const shown = units.filter((unit) => unit.level === level)
  const span = range.max - range.min
  return {
    placeType: level === 2 ? 'adm2' : 'adm1',
    colours: Object.fromEntries(
      shown.flatMap((unit) => {
        const value = unitValue(unit, surface)
        return value === null
          ? []
          : [[unit.code, rampColour(ramp, span > 0 ? (value - range.min) / span : 0.5)]]
      }),
    ),
    uncertain: shown.filter((unit) => isUncertain(unit, surface, range)).map(({ code }) => code),
  }
}
