import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AdminUnits, InputFile, LayerTask } from './layer-task.ts'

const { name, version } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { name: string; version: string }

/** What produced the result. Nothing that differs between two runs of the same layer on the same inputs. */
export function provenance(task: LayerTask, counts: Record<string, number>) {
  const file = ({ name: fileName, sha256 }: InputFile) => ({ name: fileName, sha256 })
  return {
    software: { name, version, node: process.versions.node.split('.')[0] },
    method: task.layer.method,
    seed: task.layer.seed,
    configuration: task.layer,
    inputs: {
      points: file(task.points),
      covariates: task.bands.map((band) => ({
        ...file(band),
        band: band.bandIndex,
        ...(band.year === undefined ? {} : { year: band.year }),
      })),
      population: task.population && { ...file(task.population), band: task.population.bandIndex },
      place_groups: distinct([task.country, ...task.admin]).map((group) => ({
        place_type: group.place_type,
        version: group.version,
        units: group.units.length,
        sha256: createHash('sha256').update(JSON.stringify(group.units)).digest('hex'),
      })),
    },
    counts,
  }
}

function distinct(groups: readonly AdminUnits[]): AdminUnits[] {
  return groups.filter((group, i) => groups.findIndex((other) => other.place_type === group.place_type) === i)
}
