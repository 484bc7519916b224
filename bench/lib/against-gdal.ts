import { spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { CHILD_ENVIRONMENT } from '../../service/isolation/child-environment.ts'
import { median } from './bench-database.ts'

export interface Run {
  seconds: number
  cpu: number
  mebibytes: number
  output: string
}

/** Wall time, CPU time and peak memory of a program, as GNU time reports them. */
export function timed(folder: string, command: readonly string[]): Run {
  const { stdout, stderr, status } = spawnSync('/usr/bin/time', ['-f', '%e %U %S %M', ...command], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    // Ours begins with compiled modules, as a worker's child does. Without PAM, the second gdalinfo does not read the
    // statistics of the first.
    env: { ...process.env, ...CHILD_ENVIRONMENT, GDAL_PAM_ENABLED: 'NO' },
  })
  if (status !== 0) throw new Error(stderr)
  const [seconds, user, system, kibibytes] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number)
  return { seconds, cpu: user + system, mebibytes: kibibytes / 1024, output: stdout }
}

/** What a worker's child does, as a separate program of bench/lib: Node's start is part of it. */
export const own = (program: string, ...args: string[]) => [
  process.execPath,
  fileURLToPath(new URL(`./${program}`, import.meta.url)),
  ...args,
]

/** The options of a program of GDAL that make a COG like ours. */
export const co = (...options: string[]) => options.flatMap((option) => ['-co', option])
export const AS_COG = ['-of', 'COG', ...co('COMPRESS=DEFLATE', 'PREDICTOR=YES', 'BLOCKSIZE=512')]

/** A temporary folder for `work`; skipped with a message without GDAL's programs and GNU time. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const missing = ['gdal_translate', '/usr/bin/time'].filter(
    (program) => spawnSync(program, ['--version']).status !== 0,
  )
  if (missing.length > 0)
    return console.log(`skipped: ${missing.join(' and ')} needed (Debian: gdal-bin, time)`)
  const folder = await mkdtemp(join(tmpdir(), 'strata-bench-gdal-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Waves with noise and a hole, as ENVI (`cells`); the bands differ. */
async function makeCells(folder: string, side: number, bands = 1): Promise<void> {
  let noise = 1
  function* rows() {
    for (let row = 0; row < side * bands; row++) {
      const y = row % side
      yield new Uint8Array(
        Float32Array.from({ length: side }, (_, x) => {
          noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0
          const hole = (x - side / 2) ** 2 + (y - side / 2) ** 2 < (side / 5) ** 2
          return hole ? -9999 : Math.sin(x / 90) * 400 + Math.cos(y / 70) * 300 + (noise >>> 16) / 6554
        }).buffer,
      )
    }
  }
  await pipeline(rows, createWriteStream(join(folder, 'cells')))
  await writeFile(
    join(folder, 'cells.hdr'),
    `ENVI\nsamples = ${side}\nlines = ${side}\nbands = ${bands}\ndata type = 4\ninterleave = bsq\nbyte order = 0\n`,
  )
}

/** The same cells as a GeoTIFF, `in.tif`. */
export async function makeRaster(
  folder: string,
  side: number,
  { bands = 1, options = [] }: { bands?: number; options?: readonly string[] } = {},
): Promise<void> {
  await makeCells(folder, side, bands)
  const georeference = ['-a_srs', 'EPSG:4326', '-a_ullr', '2', '15', '14', '3', '-a_nodata', '-9999']
  timed(folder, ['gdal_translate', '-q', ...georeference, ...options, 'cells', 'in.tif'])
}

const spread = (list: readonly number[]) =>
  list.length === 1
    ? list[0].toFixed(2)
    : `${median(list).toFixed(2)} (${Math.min(...list).toFixed(2)} to ${Math.max(...list).toFixed(2)})`

/** Ours and the peer's, measured in turn; the spread is that of the ratios of adjacent measurements. Returns the ratios. */
export function sayRatios(what: string, peer: string, ours: readonly Run[], theirs: readonly Run[]): string {
  const ratio = (of: 'seconds' | 'cpu' | 'mebibytes') => spread(ours.map((run, i) => run[of] / theirs[i][of]))
  const ratios = `wall ${ratio('seconds')}, CPU ${ratio('cpu')}, memory ${ratio('mebibytes')}`
  console.log(
    `${what}: ${median(ours.map((run) => run.seconds)).toFixed(1)} s, ` +
      `${Math.round(median(ours.map((run) => run.mebibytes)))} MiB; ${ratios} of ${peer}; load ${loadavg()[0].toFixed(0)}`,
  )
  return ratios
}
