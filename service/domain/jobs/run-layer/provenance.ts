import { createHash } from 'node:crypto'
import { codeVersion } from '../../../code-version.ts'
import type { AdminUnits, InputBand, InputFile, LayerTask } from './layer-task.ts'

/** What produced the result. Nothing that differs between two runs of the same layer on the same inputs. */
export function provenance(task: LayerTask, counts: Record<string, number>) {
  const file = ({ name: fileName, sha256 }: InputFile) => ({ name: fileName, sha256 })
  const raster = (band: InputBand) => ({ ...file(band), band: band.bandIndex, ...band.about })
  return {
    software: { ...codeVersion(task.commit), node: process.versions.node.split('.')[0] },
    method: task.layer.method,
    seed: task.layer.seed,
    configuration: task.layer,
    inputs: {
      points: file(task.points),
      covariates: task.bands.map(raster),
      population: task.population && raster(task.population),
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
