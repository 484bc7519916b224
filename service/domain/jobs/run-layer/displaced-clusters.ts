import { type AreaEdges, indexArea } from '../../../geometry/area-edges.ts'
import type { LayerFinding } from '../../../modelling/diagnostics-types.ts'
import { programmeDisplaces } from '../../surveys/displacement-unknown.ts'
import type { SurveyPoints } from '../../surveys/survey-points.ts'
import { DISPLACED_KM, type TruePlaces, truePlaces, weighByPeople } from '../../surveys/true-places.ts'
import { unitsOfPoints } from './admin-index.ts'
import type { LayerTask } from './layer-task.ts'
import type { OpenBand } from './open-bands.ts'
import { samplePopulation } from './sample-covariates.ts'

type Units = Pick<LayerTask['country'], 'place_type' | 'units'>
interface DisplacedTask {
  layer: Pick<LayerTask['layer'], 'displacement' | 'source'>
  survey: Pick<SurveyPoints, 'longitude' | 'latitude'>
  country: Units
  admin: readonly Units[]
}

/** The finest level of units whose outlines the layer has: DHS keeps clusters inside their unit. */
const finest = ({ admin, country }: DisplacedTask) =>
  admin.reduce<Units>((best, one) => (one.place_type > best.place_type ? one : best), country)

/**
 * Where the clusters may truly be, inside the finest unit around the given coordinates, by the people who live there; null
 * if the coordinates are not known to be displaced. A cluster of no unit is not kept inside any.
 */
export async function placesOfDisplaced(
  task: DisplacedTask,
  urban: Uint8Array | null,
  population: OpenBand | undefined,
): Promise<TruePlaces | null> {
  if (task.layer.displacement !== 'dhs') return null
  const { longitude, latitude } = task.survey
  const places = truePlaces(task.survey, urban, withinUnits(finest(task).units, longitude, latitude))
  if (!population) return places
  return weighByPeople(places, await samplePopulation(population, places.longitude, places.latitude))
}

function withinUnits(
  units: Units['units'],
  longitude: Float64Array,
  latitude: Float64Array,
): (cluster: number, longitude: number, latitude: number) => boolean {
  const unitOf = unitsOfPoints(units, longitude, latitude)
  const indexed = new Map<number, AreaEdges>()
  return (cluster, lon, lat) => {
    const unit = unitOf[cluster]
    if (unit < 0) return true
    const edges = indexed.get(unit) ?? indexArea(units[unit].area)
    indexed.set(unit, edges)
    return edges.contains(lon, lat)
  }
}

/** What a report says about displaced coordinates, or about a survey that should say whether its own are. */
export function displacementFindings(
  task: DisplacedTask,
  urban: Uint8Array | null,
  weighed: boolean,
): LayerFinding[] {
  const { displacement, source } = task.layer
  const kind = 'displacement'
  if (displacement === 'dhs') {
    const reach =
      urban === null
        ? `by up to ${DISPLACED_KM.rural} km (the survey does not say which are in towns)`
        : `by up to ${DISPLACED_KM.urban} km in towns and ${DISPLACED_KM.rural} km in the country`
    const { place_type: level } = finest(task)
    const area = level === 'adm0' ? 'the country' : `its ${level.toUpperCase()} unit`
    return [
      {
        kind,
        message: `The coordinates of the clusters are displaced ${reach}. Covariates of a cluster are therefore means over the places where it may be, inside ${area}${weighed ? ', weighted by their people' : ''}.`,
      },
    ]
  }
  if (displacement === 'none' || !programmeDisplaces(source)) return []
  return [
    {
      kind,
      message: `The survey does not say whether its coordinates are displaced, as those of '${source}' usually are. Covariates are taken at the coordinates as they are: if these are displaced, the effects of covariates look too weak. Run the layer again with the displacement 'dhs', or 'none' if they are not displaced.`,
    },
  ]
}
