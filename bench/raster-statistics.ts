/**
 * Exact statistics of a float raster compared with gdalinfo -stats: node bench/raster-statistics.ts [cells per side]
 * [rounds]. Ours include a histogram. 16,384 cells per side are 1 GiB.
 */
import { co, inFolder, makeRaster, own, type Run, sayRatios, timed } from './lib/against-gdal.ts'
import { record } from './lib/record.ts'

const side = Number(process.argv[2] ?? 4096)
const rounds = Number(process.argv[3] ?? 1)

type Figures = Record<'min' | 'max' | 'mean' | 'sd', number>
function gdalFigures(output: string): Figures {
  const { metadata } = (JSON.parse(output) as { bands: { metadata: { '': Record<string, string> } }[] })
    .bands[0]
  const figure = (name: string) => Number(metadata[''][`STATISTICS_${name}`])
  return { min: figure('MINIMUM'), max: figure('MAXIMUM'), mean: figure('MEAN'), sd: figure('STDDEV') }
}

await inFolder(async (folder) => {
  for (const [name, options] of [
    ['uncompressed strips', []],
    ['DEFLATE tiles with predictor', co('TILED=YES', 'COMPRESS=DEFLATE', 'PREDICTOR=3')],
  ] as const) {
    await makeRaster(folder, side, { options })
    const ours: Run[] = []
    const theirs: Run[] = []
    for (let round = 0; round < rounds; round++) {
      ours.push(timed(folder, own('inspect.ts', 'in.tif')))
      theirs.push(timed(folder, ['gdalinfo', '-json', '-stats', 'in.tif']))
    }
    const found = JSON.parse(ours[0].output) as Figures
    for (const [key, value] of Object.entries(gdalFigures(theirs[0].output)))
      if (Math.abs(found[key as keyof Figures] - value) > 1e-6 * Math.max(1, Math.abs(value)))
        throw new Error(`${key} differs: ${found[key as keyof Figures]}, gdalinfo ${value}`)
    const what = `${name}, ${side} × ${side} float32`
    record({
      id: `statistics-${name.split(' ')[1].toLowerCase()}-${side}`,
      what: `exact statistics: ${what}`,
      peer: '`gdalinfo -stats`',
      bound: 'wall ≤ 1.0 × at 1 GiB',
      measured: sayRatios(what, 'gdalinfo -stats', ours, theirs),
    })
  }
})
