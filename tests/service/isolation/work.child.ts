import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { runChildOnce } from '#service/isolation/run-child-once.ts'
import { RasterError } from '#service/raster/raster-error.ts'
import { sentence } from '#service/sentence.ts'
import { ServiceError } from '#service/service-error.ts'

/** Well-behaved and hostile work, for the tests of isolation. */
export type Deed =
  | 'echo'
  | 'sleep'
  | 'endless-query'
  | 'endless-loop'
  | 'hoard-buffers'
  | 'hoard-objects'
  | 'huge-answer'
  | 'raster-error'
  | 'service-error'
  | 'fault'
  | 'unserializable'
  | 'exit'
  | 'environment'

const ENDLESS = 'with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r'

const deeds: Record<Deed, (content: Buffer) => unknown> = {
  echo: (content) => ({ text: content.toString(), numbers: new Float64Array([1.5, 2]) }),
  sleep: () => sleep(60_000),
  'endless-query': () => new DatabaseSync(':memory:').prepare(ENDLESS).get(),
  'endless-loop': () => {
    for (;;);
  },
  'hoard-buffers': async () => {
    const hoard: Buffer[] = []
    for (;;) {
      hoard.push(Buffer.alloc(2 ** 23, 1))
      await sleep(5)
    }
  },
  'hoard-objects': () => {
    const hoard: object[] = []
    for (;;) hoard.push({ hoard: Math.random() })
  },
  'huge-answer': () => Buffer.alloc(2 ** 25),
  'raster-error': () => {
    throw new RasterError('The raster is at fault.')
  },
  'service-error': () => {
    throw new ServiceError('conflict', sentence`This cannot be.`, {
      errors: [{ field: 'file', message: 'No.' }],
    })
  },
  fault: () => {
    throw new TypeError('a fault of the program')
  },
  unserializable: () => () => 1,
  exit: () => process.exit(0),
  environment: () => Object.keys(process.env).sort(),
}

runChildOnce((deed: Deed, content) => deeds[deed](content))
