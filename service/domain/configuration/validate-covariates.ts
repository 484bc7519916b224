import type { Displacement } from '#contract/surveys/displacement.ts'
import type { Caller } from '../../context.ts'
import type { FileStore } from '../../files/file-store.ts'
import { sampleBands } from '../bands/sample-bands.ts'
import type { BandWithGrid } from '../bands/with-grid.ts'
import { TOLERANCE_KM } from '../surveys/points/place-errors.ts'
import { readUrban } from '../surveys/points/read-urban.ts'
import { MIN_CLUSTERS } from '../surveys/points/group-rows.ts'
import type { SurveyPoints } from '../surveys/survey-points.ts'
import { meansOverPlaces, truePlaces } from '../surveys/true-places.ts'
import { percent } from './validate-coverage.ts'
import { cellWarning, cellError, type CellFinding } from './cell-findings.ts'
import { isConstant } from '../../modelling/components/standardisation.ts'
import { distanceText, farValue } from '../../modelling/diagnostics/far-value-findings.ts'
import { varianceInflation } from '../collections/variance-inflation.ts'
import { unusableClusters } from './unusable-clusters.ts'

const MAX_WITHOUT = 0.05
const MAX_INFLATION = 10

/** The covariates at the clusters: missing, constant and collinear ones; and clusters that no model can be fitted to. */
export async function validateCovariates(
  store: FileStore,
  members: readonly BandWithGrid[],
  { points, displacement }: { points: SurveyPoints; displacement: Displacement | null },
  caller: Caller,
): Promise<CellFinding[]> {
  let columns = await sampleBands(store, members, points, TOLERANCE_KM, caller)
  if (displacement === 'dhs') {
    // Neither units nor people are known here: means are close enough to those of the layer for what is validated.
    const places = truePlaces(points, readUrban(points).urban)
    const around = await sampleBands(store, members, places, 0, caller)
    columns = columns.map((own, i) => meansOverPlaces(places, around[i], own))
  }
  const keep = Array.from(points.longitude.keys()).filter((i) =>
    columns.every((values) => Number.isFinite(values[i])),
  )
  const findings: CellFinding[] = []
  const clusters = points.cluster.length
  const without = clusters - keep.length
  if (keep.length < MIN_CLUSTERS) {
    return [
      cellError(
        'stack_name',
        `Only ${keep.length} of ${clusters} clusters have a value for every covariate; at least ${MIN_CLUSTERS} are needed.`,
        'Choose a collection that covers the clusters.',
      ),
    ]
  }
  if (without / clusters > MAX_WITHOUT) {
    findings.push(
      cellWarning(
        'stack_name',
        `${without} of ${clusters} clusters (${percent(without / clusters)}) have no covariates within ${TOLERANCE_KM} km and will be left out.`,
      ),
    )
  }
  const problem = unusableClusters(points, keep)
  if (problem) return [...findings, problem]
  const used = columns.map((values) => Float64Array.from(keep, (i) => values[i]))
  const constant = members.filter((_, i) => isConstant(used[i]))
  if (constant.length > 0) {
    return [
      ...findings,
      ...constant.map(({ name }) =>
        cellError(
          'stack_name',
          `The band '${name}' has the same value at every cluster, so it explains nothing.`,
          'Choose a collection without it.',
        ),
      ),
    ]
  }
  used.forEach((values, i) => {
    const far = farValue(values)
    if (!far) return
    const where = far.places === 1 ? 'at one cluster' : `at ${far.places} clusters`
    findings.push(
      cellWarning(
        'stack_name',
        `The band '${members[i].name}' has the value ${distanceText(far, where)}.`,
        'Check it: correct an error, or mark it as nodata, and upload the raster again.',
      ),
    )
  })
  const inflation = varianceInflation(used)
  inflation.forEach((factor, i) => {
    if (factor <= MAX_INFLATION) return
    findings.push(
      cellWarning(
        'stack_name',
        Number.isFinite(factor)
          ? `The band '${members[i].name}' largely repeats the others (variance inflation factor ${factor.toFixed(1)}, above ${MAX_INFLATION}).`
          : `The band '${members[i].name}' is a combination of the others at the clusters.`,
        'Its coefficient will be uncertain; the map is hardly affected.',
      ),
    )
  })
  return findings
}
