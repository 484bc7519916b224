import { RasterError } from '#service/raster/raster-error.ts'
import { serveParent } from '#service/isolation/serve-parent.ts'

export type Deed = 'pid' | 'loop' | 'hoard' | 'raster-error' | 'fault' | 'exit' | 'wait' | 'breathe'

const kept: Buffer[] = []

const deeds: Record<Deed, () => unknown> = {
  pid: () => process.pid,
  loop: () => {
    for (;;);
  },
  hoard: () => {
    for (;;) kept.push(Buffer.alloc(2 ** 24, 1))
  },
  'raster-error': () => {
    throw new RasterError('The raster is at fault.')
  },
  fault: () => {
    throw new TypeError('a fault of the program')
  },
  exit: () => process.exit(7),
  breathe: () => new Promise((resolve) => setTimeout(() => resolve(process.pid), 10)),
  wait: () => new Promise((resolve) => setTimeout(() => resolve(process.pid), 300)),
}

serveParent((deed: Deed) => deeds[deed]())
