import { counted } from '#common/counted.ts'
import { rakedTo, rakedUnits } from '#service/modelling/units/raking.ts'
import type { Raking, RakeTo } from '#service/modelling/units/raking-types.ts'
import type { LayerInput } from '../../../modelling/layer-types.ts'
import { sentence } from '#service/sentence.ts'
import { ServiceError } from '../../../service-error.ts'
import type { AdmRow, LayerTask } from './layer-task.ts'

/** The given prevalences with the units' places in the task. Throws if a unit does not exist any more. */
export function rakeToOf({ layer, admin }: Pick<LayerTask, 'layer' | 'admin'>): RakeTo | null {
  const { rake_to: national, rake_to_admin: byUnit } = layer
  if (national) return { level: 0, figures: [{ unit: 0, name: 'the country', prevalence: national }] }
  if (!byUnit) return null
  const units = admin.find(({ level }) => level === byUnit.level)?.units ?? []
  const figures = Object.entries(byUnit.figures).map(([code, prevalence]) => {
    const unit = units.findIndex((one) => one.code === code)
    if (unit < 0)
      throw new ServiceError(
        'not-found',
        sentence`The ADM${byUnit.level} unit '${code}' of rake_to_admin no longer exists.`,
      )
    return { unit, name: units[unit].name, prevalence }
  })
  return { level: byUnit.level, figures }
}

/** What a raked surface says where it is opened; null for one that is not. */
export function rakingLabel(raking: Raking | null): string | null {
  if (!raking || raking.figures.length === 0) return null
  const { level, figures } = raking
  if (level === 0) return `raked to a national prevalence of ${figures[0].target}`
  return `raked to given prevalences of ${counted(figures.length, `ADM${level} unit`)}`
}

/** Per row of the admin table: the given prevalence, and whether any cell of the unit is raked. */
export function rakedColumns(rows: readonly AdmRow[], raking: Raking, admin: LayerInput['admin']) {
  const units = new Map(admin.map(({ level, cellUnit }) => [level, rakedUnits(raking, cellUnit)]))
  return rows.map(({ level, position }) => ({
    raked_to: rakedTo(raking, level, position),
    raked: units.get(level)!.has(position),
  }))
}
