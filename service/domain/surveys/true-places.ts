import { reachInDegrees } from '../../geometry/great-circle.ts'
import { wrapLongitude } from '../../geometry/wrap-longitude.ts'

interface Clusters {
  longitude: Float64Array
  latitude: Float64Array
}

/** Where displaced clusters may truly be. */
export interface TruePlaces extends Clusters {
  /** Position of each place's cluster. */
  cluster: Int32Array
  /** How probable each place is, relative to the others of its cluster. */
  weight: Float64Array
}

/** How far DHS displaces a cluster at most; 1 % of rural ones go up to 10 km. */
export const DISPLACED_KM = { urban: 2, rural: 5 } as const

const RINGS = 6
const PER_RING = 16

/**
 * Direction and distance of DHS's displacement are uniform (Burgert et al. 2013), so the density of the true place at r km
 * from the displaced one is 1/(2πRr) up to R, before it is known where people live: rings at equal steps of r, with equally
 * many places each, that weigh the same. R is 2 km for urban clusters (`urban` 1), else 5 km. Only places that `belongs`
 * accepts remain.
 */
export function truePlaces(
  { longitude, latitude }: Clusters,
  urban: Uint8Array | null,
  belongs: (cluster: number, longitude: number, latitude: number) => boolean = () => true,
): TruePlaces {
  const cluster: number[] = []
  const x: number[] = []
  const y: number[] = []
  for (let i = 0; i < longitude.length; i++) {
    const [perKmX, perKmY] = reachInDegrees(latitude[i], 1)
    const furthest = urban?.[i] ? DISPLACED_KM.urban : DISPLACED_KM.rural
    for (let ring = 0; ring < RINGS; ring++) {
      const km = (furthest * (ring + 0.5)) / RINGS
      for (let at = 0; at < PER_RING; at++) {
        const angle = (2 * Math.PI * (at + (ring % 2) / 2)) / PER_RING
        const lon = wrapLongitude(longitude[i] + perKmX * km * Math.cos(angle))
        const lat = latitude[i] + perKmY * km * Math.sin(angle)
        if (!belongs(i, lon, lat)) continue
        cluster.push(i)
        x.push(lon)
        y.push(lat)
      }
    }
  }
  return {
    cluster: Int32Array.from(cluster),
    longitude: Float64Array.from(x),
    latitude: Float64Array.from(y),
    weight: new Float64Array(cluster.length).fill(1),
  }
}

/** The same places, weighed by the people who live there; those of clusters around which no one lives stay as they are. */
export function weighByPeople(places: TruePlaces, people: Float64Array): TruePlaces {
  const inhabited = new Set(places.cluster.filter((_, place) => people[place] > 0))
  return {
    ...places,
    weight: places.weight.map((weight, place) =>
      inhabited.has(places.cluster[place]) ? weight * people[place] : weight,
    ),
  }
}

/** Each cluster's weighted mean of the finite values at its places; the value in `own` if no place has any. */
export function meansOverPlaces(
  { cluster, weight }: Pick<TruePlaces, 'cluster' | 'weight'>,
  values: Float64Array,
  own: Float64Array,
): Float64Array {
  const sums = new Float64Array(own.length)
  const weights = new Float64Array(own.length)
  values.forEach((value, place) => {
    if (!Number.isFinite(value)) return
    sums[cluster[place]] += weight[place] * value
    weights[cluster[place]] += weight[place]
  })
  return own.map((value, i) => (weights[i] > 0 ? sums[i] / weights[i] : value))
}
