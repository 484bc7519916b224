import type { Answer, Query } from '#contract/endpoint.ts'
import type { CollectionFinding, checkBands } from '#contract/rasters/collections.ts'
import { inArray } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import { bands } from '../../db/schema.ts'
import { gridBounds, sameGrid } from '../../raster/grid.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { type BandWithGrid, findBandsWithGrid } from '../bands/with-grid.ts'
import { compareCells } from './compare-cells.ts'
import { bandWarnings, validateBands } from './validate-bands.ts'

type Check = typeof checkBands

const MAX_INCOMPLETE = 0.05
const MAX_INFLATION = 10

/** How well bands fit together: grid, extent and classes by what is catalogued, values by cells spread evenly over the grid. */
export async function check(services: Services, query: Query<Check>, caller: Caller): Promise<Answer<Check>> {
  const ids = [...new Set(query.band_id)]
  const covariate = covariateNumbers(query, ids)
  const { population_band_id: populationId } = query
  const wanted = populationId === undefined ? ids : [...ids, populationId]
  const found = await findBandsWithGrid(services.db, inArray(bands.id, wanted))
  const byId = new Map(found.map((band) => [band.id, band]))
  const missing = wanted.find((id) => !byId.has(id))
  if (missing !== undefined) throw new ServiceError('not-found', sentence`There is no band ${missing}.`)
  const members = ids.map((id) => byId.get(id)!)
  const population = populationId === undefined ? null : byId.get(populationId)!
  const errors = validateBands(members, population)
  const findings: CollectionFinding[] = errors.map((message) => ({ severity: 'error', message }))
  for (const warning of bandWarnings(members)) findings.push({ severity: 'warning', ...warning })
  // Cells of different grids cannot be compared.
  const alike = members.every(({ grid }) => sameGrid(members[0].grid, grid) && grid.crs === 4326)
  const cells = alike ? await compareCells(services.files, members, covariate, caller) : null
  if (cells && cells.incomplete > MAX_INCOMPLETE) {
    findings.push({
      severity: 'warning',
      message: `${Math.round(cells.incomplete * 100)} % of the cells have a value in some bands and none in others.`,
      help: 'These cells stay empty on every map. Choose bands that cover the same area.',
    })
  }
  for (const [i, { name }] of members.entries()) {
    const inflation = cells?.inflation[i] ?? 0
    if (inflation <= MAX_INFLATION || isConstant(members[i])) continue
    findings.push({
      severity: 'warning',
      message: Number.isFinite(inflation)
        ? `The band '${name}' largely repeats the others (variance inflation factor ${inflation.toFixed(1)}, above ${MAX_INFLATION}).`
        : `The band '${name}' is a combination of the others.`,
      help: 'Its coefficient will be uncertain. Remove one of the bands that repeat each other.',
    })
  }
  return {
    homogeneous: errors.length === 0,
    findings,
    bands: members.map((band, i) => {
      const inflation = cells?.inflation[i]
      return {
        id: band.id,
        name: band.name,
        width: band.grid.width,
        height: band.grid.height,
        crs: band.grid.crs,
        bounds: [...gridBounds(band.grid)] as [number, number, number, number],
        same_grid: sameGrid(members[0].grid, band.grid),
        nodata_share: 1 - band.statistics.valid / (band.grid.width * band.grid.height),
        constant: isConstant(band),
        categorical: band.categorical,
        inflation: inflation !== undefined && Number.isFinite(inflation) ? inflation : null,
      }
    }),
    correlated: (cells?.correlated ?? []).map(([a, b, r]) => ({
      bands: [members[a].name, members[b].name] as [string, string],
      r,
    })),
  }
}

/** The covariate number of each band; without numbers in the query, every band is a covariate of its own. */
function covariateNumbers({ band_id, covariate }: Query<Check>, ids: readonly number[]): number[] {
  if (covariate === undefined) return ids.map((_, i) => i)
  if (covariate.length !== band_id.length)
    throw new ServiceError(
      'invalid',
      sentence`There are ${band_id.length} bands, but ${covariate.length} numbers of covariates.`,
      {
        errors: [{ field: 'covariate', message: 'Give one number per band.' }],
      },
    )
  return ids.map((id) => covariate[band_id.indexOf(id)])
}

const isConstant = ({ statistics: { min, max } }: BandWithGrid) => min === max
