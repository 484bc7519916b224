import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FILE_TYPES, OUTPUTS } from '#contract/jobs/output-types.ts'
import type { LayerOutcome } from '#service/domain/jobs/run-layer/layer-task.ts'
import type { ComputeLayer } from '#service/tasks/layers/layer-process.ts'
import { plainSurfaces } from './plain-surfaces.ts'
import { STAND_IN_DIAGNOSTICS, STAND_IN_PROVENANCE } from './stand-in-diagnostics.ts'

/** Replaces the engine in tests of the queue: some steps, small outputs, stops on the signal. */
export function standInCompute(ms = 0, note = 'stand-in'): ComputeLayer {
  return async (task, { progress, signal }): Promise<LayerOutcome> => {
    const steps = Math.max(1, Math.round(ms / 100))
    for (let step = 0; step < steps; step++) {
      progress('Standing in', step / steps)
      await sleep(ms / steps, undefined, { signal })
    }
    const written = FILE_TYPES.filter((type) => type !== 'log' && type !== 'methods')
    for (const type of written)
      await writeFile(
        join(task.folder, OUTPUTS[type].file),
        type === 'provenance' ? JSON.stringify(STAND_IN_PROVENANCE) : `${note} ${type}`,
      )
    const summary = { min: 0, max: 1, mean: 0.5, histogram: [1] }
    return {
      written,
      adm: [
        {
          level: 1,
          position: 0,
          code: 'TST-W',
          name: note,
          clusters: 1,
          observed: 0.5,
          observed_lower: 0.4,
          observed_upper: 0.6,
          modelled: 0.5,
          modelled_lower: 0.4,
          modelled_upper: 0.6,
          z: 0,
          pass: true,
          people: null,
          affected: null,
          affected_lower: null,
          affected_upper: null,
          exceedance: null,
          rank: null,
          rank_lower: null,
          rank_upper: null,
          highest: null,
          highest_fifth: null,
          lowest_fifth: null,
        },
      ],
      surfaces: { bounds: [0, 0, 1, 1], ...plainSurfaces(summary) },
      diagnostics: { ...STAND_IN_DIAGNOSTICS, note },
      allAdmPass: true,
      isOverfit: false,
      verdict: 'adm1',
    }
  }
}
