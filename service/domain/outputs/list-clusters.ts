import { setImmediate } from 'node:timers/promises'
import { evenly } from '#common/evenly.ts'
import { POINTS_MAX_BYTES } from '#contract/submissions/configuration-limits.ts'
import { asRejection } from '../tables/as-rejection.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { getJobClusters } from '#contract/jobs/job-outputs.ts'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { FileStore } from '../../files/file-store.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { readPointsTable } from '../surveys/points/read-points.ts'
import { findOutput } from './find-output.ts'

type Clusters = Answer<typeof getJobClusters>

const NUMBERS = [
  'longitude',
  'latitude',
  'numerator',
  'denominator',
  'observed',
  'fitted',
  'block_mean',
  'block_lower',
  'block_upper',
] as const

/** The clusters of a job with their held-out predictions, from its output `clusters-cv`: all, or at most `max`, evenly. */
export async function listClusters(
  db: Executor,
  store: FileStore,
  id: number,
  caller: Caller,
  max?: number,
): Promise<Clusters> {
  const { key, name } = await findOutput(db, id, 'clusters-cv')
  const table = await read(store, key, name, caller)
  const column = (title: string) => {
    const place = table.header.indexOf(title)
    if (place < 0) throw new ServiceError('invalid', sentence`${name} has no column '${title}'.`)
    return table.column(place)
  }
  const clusters = column('cluster')
  const numbers = Object.fromEntries(NUMBERS.map((title) => [title, column(title)])) as Record<
    (typeof NUMBERS)[number],
    readonly string[]
  >
  const figure = (title: (typeof NUMBERS)[number], row: number) => {
    const text = numbers[title][row]
    return text === '' ? null : Number(text)
  }
  const features: Clusters['features'] = []
  for (const row of evenly(clusters.length, max)) {
    if (features.length % 1000 === 999) await setImmediate()
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [figure('longitude', row)!, figure('latitude', row)!] },
      properties: {
        cluster: clusters[row],
        numerator: figure('numerator', row)!,
        denominator: figure('denominator', row)!,
        observed: figure('observed', row)!,
        fitted: figure('fitted', row),
        held_out: figure('block_mean', row),
        held_out_lower: figure('block_lower', row),
        held_out_upper: figure('block_upper', row),
      },
    })
  }
  return { type: 'FeatureCollection', features }
}

async function read(store: FileStore, key: string, name: string, caller: Caller) {
  try {
    return await readPointsTable(await store.readAll(key, { maxBytes: POINTS_MAX_BYTES }), name, caller)
  } catch (error) {
    throw asRejection(error)
  }
}
