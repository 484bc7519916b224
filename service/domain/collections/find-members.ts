import { inArray } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { bands } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { type BandWithGrid, findBandsWithGrid } from '../bands/with-grid.ts'
import { judgeBands } from './judge-bands.ts'

export interface Members {
  members: BandWithGrid[]
  population: BandWithGrid | null
}

/** The bands of these names, in their order, when they can serve together; else 'invalid' with every fault. */
export async function findMembers(
  db: Executor,
  collection: string,
  names: readonly string[],
  populationName: string | undefined,
): Promise<Members> {
  const all = populationName === undefined ? [...names] : [...names, populationName]
  const found = await findBandsWithGrid(db, inArray(bands.name, all.length > 0 ? all : ['']))
  const byName = new Map(found.map((band) => [band.name, band]))
  const faults: string[] = []
  for (const [i, name] of names.entries()) {
    if (names.indexOf(name) !== i) faults.push(`The band '${name}' appears twice.`)
  }
  for (const name of new Set(all)) {
    if (!byName.has(name)) faults.push(`The band '${name}' is not catalogued.`)
  }
  const members = names.flatMap((name) => byName.get(name) ?? [])
  const population = populationName === undefined ? null : (byName.get(populationName) ?? null)
  if (faults.length === 0) faults.push(...judgeBands(members, population))
  if (faults.length > 0) {
    throw new ServiceError('invalid', `The collection '${collection}' cannot be made: ${faults[0]}`, {
      errors: faults.map((message) => ({ field: 'bands', message })),
    })
  }
  return { members, population }
}
