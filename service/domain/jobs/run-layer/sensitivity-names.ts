import type { PriorSensitivity, SensitiveFigure } from '../../../modelling/diagnostics-types.ts'
import type { LayerTask } from './layer-task.ts'

/** The same figures with the names of their units in place of their positions. */
export function nameSensitivity(sensitivity: readonly PriorSensitivity[], admin: LayerTask['admin']) {
  const named = (figure: SensitiveFigure | null) => {
    if (!figure) return null
    const { level, unit, before, after } = figure
    const units = admin.find((one) => one.level === level)?.units
    return { level, name: units?.[unit].name ?? null, before, after }
  }
  return sensitivity.map(({ variance_factor, length_scale_factor, national, unit_mean, unit_interval }) => ({
    variance_factor,
    length_scale_factor,
    national: named(national),
    unit_mean: named(unit_mean),
    unit_interval: named(unit_interval),
  }))
}
