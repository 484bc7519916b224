import { isConstant, standardisationOf } from '../components/standardisation.ts'
import type { LayerFinding } from '../diagnostics-types.ts'
import type { LayerInput } from '../layer-types.ts'

/** Standard deviations from the mean of the others at which a value is far away. */
export const FAR = 15
/** Share of the places that such a value may have: more of them are a part of the data. */
export const RARE = 0.01

export interface FarValue {
  value: number
  places: number
  /** Standard deviations from the mean. */
  distance: number
}

/**
 * The smallest or largest value, whichever is farther, if it is more than 15 standard deviations from the mean: both those
 * of the other values, so that it does not hide itself, and of their logarithms where they enter a model by them. Null for
 * none, and where all others are the same.
 */
export function farValue(values: Float64Array): FarValue | null {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const [nearer, farther] = [low, high]
    .flatMap((value) => distanceOf(value, values) ?? [])
    .toSorted((one, other) => one.distance - other.distance)
  return farther ?? nearer ?? null
}

function distanceOf(value: number, values: Float64Array): FarValue | null {
  const others = values.filter((other) => other !== value)
  const places = values.length - others.length
  if (places > Math.max(RARE * values.length, 1) || others.length < 2) return null
  if (!(standardDistance(value, others) > FAR) || isConstant(others)) return null
  const [shift] = standardisationOf([others], [], false).logShift
  const distance =
    shift > 0 && value >= 0
      ? standardDistance(
          Math.log(value + shift),
          others.map((other) => Math.log(other + shift)),
        )
      : standardDistance(value, others)
  return distance > FAR ? { value, places, distance } : null
}

function standardDistance(value: number, others: Float64Array): number {
  const mean = others.reduce((sum, other) => sum + other, 0) / others.length
  const squares = others.reduce((sum, other) => sum + (other - mean) ** 2, 0)
  return Math.abs(value - mean) / Math.sqrt(squares / (others.length - 1))
}

/** `1000 at cluster c5, 31 standard deviations from all others`. */
export function distanceText({ value, distance }: FarValue, where: string): string {
  const many = distance < 1e6 ? Math.round(distance).toLocaleString('en') : 'more than a million'
  return `${String(value).replaceAll('-', '−')} ${where}, ${many} standard deviations from all others`
}

/** Reports covariates with a value far from all others, except `suspicious` ones, of which more is known. */
export function farValueFindings(
  { clusters, covariateNames, covariatesAtClusters, cells }: LayerInput,
  suspicious: ReadonlySet<number>,
): LayerFinding[] {
  return covariateNames.flatMap((name, covariate) => {
    if (suspicious.has(covariate)) return []
    const atClusters = farValue(covariatesAtClusters[covariate])
    const atCells = farValue(cells.covariates[covariate])
    const first = clusters.id[covariatesAtClusters[covariate].indexOf(atClusters?.value ?? Number.NaN)]
    const texts = [
      atClusters &&
        distanceText(
          atClusters,
          atClusters.places === 1 ? `at cluster ${first.slice(0, 40)}` : `at ${atClusters.places} clusters`,
        ),
      atCells && distanceText(atCells, atCells.places === 1 ? 'in one cell' : `in ${atCells.places} cells`),
    ].filter((text) => text !== null)
    if (texts.length === 0) return []
    return [
      {
        kind: 'far-value' as const,
        message: `The covariate '${name}' has the value ${texts.join(', and the value ')}. Check it: if it is an error, correct it or mark it as nodata, upload the raster again, and run the layer with that.`,
      },
    ]
  })
}
