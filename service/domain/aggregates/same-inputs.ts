import { z } from 'zod'
import { ModelError } from '../../modelling/model-error.ts'
import type { LayerTask } from '../jobs/run-layer/layer-task.ts'
import type { provenance } from '../jobs/run-layer/provenance.ts'

const file = z.object({ name: z.string(), sha256: z.string() })
const raster = file.extend({ band: z.number() })
/** The part of the provenance that the posterior holds for. */
const source = z.object({
  inputs: z.object({
    points: file,
    covariates: z.array(raster),
    population: raster.nullable(),
    place_groups: z.array(z.object({ place_type: z.string(), sha256: z.string() })),
  }),
  counts: z.object({ cells: z.number() }),
})

const REMEDY = 'Run the layer again to ask for other figures.'

/**
 * @throws ModelError, in one sentence and a remedy, if a covariate was removed, or anything that cells follow from has
 * changed since the posterior was drawn
 */
export function requireSameInputs(
  about: unknown,
  now: ReturnType<typeof provenance>,
  { bands }: LayerTask,
): void {
  const then = source.safeParse(about).data
  if (!then) throw new ModelError(`The posterior does not say what it was computed from. ${REMEDY}`)
  const { inputs, counts } = then
  const removed = inputs.covariates.filter(({ name }) => !bands.some((band) => band.name === name))
  if (removed.length > 0)
    throw new ModelError(
      `The covariates of this layer are no longer all in the catalogue: ${removed.map(({ name }) => `'${name}'`).join(', ')}. Figures of other units need them. ${REMEDY}`,
    )
  const changed = (what: string) => new ModelError(`${what} changed since the layer was run. ${REMEDY}`)
  const isSame = (one: object | null, other: object | null) => JSON.stringify(one) === JSON.stringify(other)
  const bytesOf = (one: { sha256: string; band: number } | null) => one && [one.sha256, one.band]
  const { inputs: mine, counts: counted } = now
  if (mine.points.sha256 !== inputs.points.sha256) throw changed('The survey')
  if (!isSame(mine.covariates.map(bytesOf), inputs.covariates.map(bytesOf))) throw changed('A covariate')
  if (!isSame(bytesOf(mine.population), bytesOf(inputs.population))) throw changed('The population band')
  const outlines = (groups: { place_type: string; sha256: string }[]) =>
    groups.map(({ place_type, sha256 }) => [place_type, sha256])
  if (!isSame(outlines(mine.place_groups), outlines(inputs.place_groups))) throw changed('The outlines')
  if (counted['cells'] !== counts.cells) throw changed('The cells of the country')
}
