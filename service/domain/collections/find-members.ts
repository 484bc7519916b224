import type { Covariates } from '#contract/rasters/collections.ts'
import { inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { bands } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { type BandWithGrid, findBandsWithGrid } from '../bands/with-grid.ts'
import type { Member } from './find-version.ts'
import { validateBands } from './validate-bands.ts'
import { validateSeries } from './validate-series.ts'

const MAX_BANDS = 100

export interface Members {
  members: Member[]
  population: BandWithGrid | null
}

/** The bands of these names, in order, if they fit together; else 'invalid' with every error. */
export async function findMembers(
  db: Executor,
  collection: string,
  covariates: Covariates,
  populationName: string | undefined,
): Promise<Members> {
  const given = covariates.flatMap((one): { name: string; series: string | null }[] =>
    typeof one === 'string'
      ? [{ name: one, series: null }]
      : one.bands.map((name) => ({ name, series: one.series })),
  )
  const names = given.map(({ name }) => name)
  const all = populationName === undefined ? names : [...names, populationName]
  const found = await findBandsWithGrid(db, inArray(bands.name, all.length > 0 ? all : ['']))
  const byName = new Map(found.map((band) => [band.name, band]))
  const errors: string[] = []
  if (names.length > MAX_BANDS)
    errors.push(`It has ${names.length} bands, those of series included; at most ${MAX_BANDS} are allowed.`)
  for (const [i, name] of names.entries()) {
    if (names.indexOf(name) !== i) errors.push(`The band '${name}' appears twice.`)
  }
  for (const name of new Set(all)) {
    if (!byName.has(name)) errors.push(`The band '${name}' is not catalogued.`)
  }
  const members = given.flatMap(({ name, series }) => {
    const band = byName.get(name)
    return band ? [{ ...band, series }] : []
  })
  const population = populationName === undefined ? null : (byName.get(populationName) ?? null)
  if (errors.length === 0) errors.push(...validateSeries(covariates, members))
  if (errors.length === 0) errors.push(...validateBands(members, population))
  if (errors.length > 0) {
    throw new ServiceError('invalid', sentence`The collection '${collection}' cannot be made: ${errors[0]}`, {
      errors: errors.map((message) => ({ field: 'bands', message })),
    })
  }
  return { members, population }
}
