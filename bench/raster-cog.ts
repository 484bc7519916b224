/**
 * Check-in of a raster as a COG compared with gdal_translate -of COG, with the same options: node bench/raster-cog.ts
 * [cells per side] [rounds]. Needs GDAL's programs and GNU time; without them it is skipped.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const side = Number(process.argv[2] ?? 4096)
const rounds = Number(process.argv[3] ?? 3)
const own = fileURLToPath(new URL('./lib/to-cog.ts', import.meta.url))

interface Run {
  seconds: number
  cpu: number
  mebibytes: number
}

/** Wall time, CPU time and peak memory of a program, as GNU time reports them. */
function timed(folder: string, ...command: string[]): Run {
  const { stderr, status } = spawnSync('/usr/bin/time', ['-f', '%e %U %S %M', ...command], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const [seconds, user, system, kibibytes] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number)
  return { seconds, cpu: user + system, mebibytes: kibibytes / 1024 }
}

const installed = (program: string) => spawnSync(program, ['--version']).status === 0

/** Waves with noise and a hole, as ENVI; the bands differ. */
async function makeCells(folder: string, bands: number): Promise<void> {
  const cells = new Float32Array(side * side * bands)
  let noise = 1
  for (let i = 0; i < cells.length; i++) {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0
    const [x, y] = [i % side, Math.floor(i / side) % side]
    const hole = (x - side / 2) ** 2 + (y - side / 2) ** 2 < (side / 5) ** 2
    cells[i] = hole ? -9999 : Math.sin(x / 90) * 400 + Math.cos(y / 70) * 300 + (noise >>> 16) / 6554
  }
  await writeFile(join(folder, 'cells'), new Uint8Array(cells.buffer))
  await writeFile(
    join(folder, 'cells.hdr'),
    `ENVI\nsamples = ${side}\nlines = ${side}\nbands = ${bands}\ndata type = 4\ninterleave = bsq\nbyte order = 0\n`,
  )
}

const co = (...options: string[]) => options.flatMap((option) => ['-co', option])
const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
const spread = (list: number[]) =>
  `${median(list).toFixed(2)} (${Math.min(...list).toFixed(2)} to ${Math.max(...list).toFixed(2)})`

if (!installed('gdal_translate') || !installed('/usr/bin/time')) {
  console.log('skipped: gdal_translate and /usr/bin/time are needed (Debian: gdal-bin, time)')
  process.exit()
}
const folder = await mkdtemp(join(tmpdir(), 'strata-bench-cog-'))
try {
  for (const [name, bands, options] of [
    ['float32, strips', 1, co('BIGTIFF=NO')],
    ['float32, 6 bands, by pixel', 6, co('TILED=YES', 'COMPRESS=DEFLATE')],
    ['int16, LZW', 1, ['-ot', 'Int16', ...co('COMPRESS=LZW')]],
    ['RGB, LZW', 3, ['-ot', 'Byte', ...co('COMPRESS=LZW', 'PHOTOMETRIC=RGB')]],
  ] as const) {
    await makeCells(folder, bands)
    const georeference = ['-a_srs', 'EPSG:4326', '-a_ullr', '2', '15', '14', '3', '-a_nodata', '-9999']
    timed(folder, 'gdal_translate', '-q', ...georeference, ...options, 'cells', 'in.tif')
    const ours: Run[] = []
    const theirs: Run[] = []
    for (let round = 0; round < rounds; round++) {
      ours.push(timed(folder, process.execPath, own, 'in.tif', 'own.tif'))
      const cog = co('COMPRESS=DEFLATE', 'PREDICTOR=YES', 'OVERVIEW_RESAMPLING=AVERAGE', 'BLOCKSIZE=512')
      theirs.push(timed(folder, 'gdal_translate', '-q', '-of', 'COG', ...cog, 'in.tif', 'peer.tif'))
    }
    const ratio = (of: keyof Run) => spread(ours.map((run, i) => run[of] / theirs[i][of]))
    const sizes = await Promise.all(
      ['own.tif', 'peer.tif'].map(async (path) => (await readFile(join(folder, path))).length),
    )
    console.log(
      `${name}, ${side} × ${side}: ${median(ours.map((run) => run.seconds)).toFixed(1)} s, ` +
        `${Math.round(median(ours.map((run) => run.mebibytes)))} MiB; wall ${ratio('seconds')}, CPU ${ratio('cpu')}, ` +
        `memory ${ratio('mebibytes')}, size ${(sizes[0] / sizes[1]).toFixed(2)} of gdal_translate; load ${loadavg()[0].toFixed(0)}`,
    )
  }
} finally {
  await rm(folder, { recursive: true })
}
