import { inArray } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { bands } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { type BandWithGrid, findBandsWithGrid } from '../bands/with-grid.ts'
import { validateBands } from './validate-bands.ts'

export interface Members {
  members: BandWithGrid[]
  population: BandWithGrid | null
}

/** The bands of these names, in order, if they fit together; else 'invalid' with every error. */
export async function findMembers(
  db: Executor,
  collection: string,
  names: readonly string[],
  populationName: string | undefined,
): Promise<Members> {
  const all = populationName === undefined ? [...names] : [...names, populationName]
  const found = await findBandsWithGrid(db, inArray(bands.name, all.length > 0 ? all : ['']))
  const byName = new Map(found.map((band) => [band.name, band]))
  const errors: string[] = []
  for (const [i, name] of names.entries()) {
    if (names.indexOf(name) !== i) errors.push(`The band '${name}' appears twice.`)
  }
  for (const name of new Set(all)) {
    if (!byName.has(name)) errors.push(`The band '${name}' is not catalogued.`)
  }
  const members = names.flatMap((name) => byName.get(name) ?? [])
  const population = populationName === undefined ? null : (byName.get(populationName) ?? null)
  if (errors.length === 0) errors.push(...validateBands(members, population))
  if (errors.length > 0) {
    throw new ServiceError('invalid', `The collection '${collection}' cannot be made: ${errors[0]}`, {
      errors: errors.map((message) => ({ field: 'bands', message })),
    })
  }
  return { members, population }
}
