import { join } from 'node:path'
import { createBlockCache } from '../../service/raster/cells/block-cache.ts'
import { openRaster } from '../../service/raster/cells/read.ts'
import { renderTile } from '../../service/raster/tiles/tile.ts'
import { tileBounds } from '../../service/raster/systems/web-mercator.ts'
import { timed } from './against-gdal.ts'
import { median, quantile } from './bench-database.ts'

const TILES = 42
const RANGE = { min: -700, max: 700 }

/** A tile of the raster, at each zoom of its overviews in turn; none is drawn twice. */
const tileAt = (i: number) => {
  const z = 5 + (i % 7)
  const at = (share: number) => Math.floor(share * 2 ** z)
  return { z, x: at(0.51 + ((i * 37) % 100) / 4000), y: at(0.465 + ((i * 53) % 100) / 4000) }
}
const quantiles = (list: number[]) =>
  `median ${median(list).toFixed(1)} ms, p95 ${quantile(list, 0.95).toFixed(1)} ms`

/** Milliseconds of time and of CPU time. */
async function measured(work: () => unknown): Promise<[number, number]> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return [ms, (user + system) / 1000]
}

/**
 * Tiles of a COG over 12 × 12 degrees from 2° east, 15° north, in turn with windows of `cog.tif` in the folder by
 * gdal_translate. Cold: the raster is opened for each tile; warm: the tile's blocks are decoded.
 * Returns the two comparisons.
 */
export async function compareTiles(what: string, folder: string) {
  const path = join(folder, 'cog.tif')
  const kept = await openRaster(path)
  const cold: [number, number][] = []
  const warm: [number, number][] = []
  const theirs: number[] = []
  const commands: string[] = []
  for (let i = 0; i < TILES; i++) {
    const tile = tileAt(i)
    const [west, south, east, north] = tileBounds(tile.z, tile.x, tile.y)
    const window = ['-projwin', west, north, east, south, '-projwin_srs', 'EPSG:3857'].map(String)
    const picture = ['-outsize', '256', '256', '-ot', 'Byte', '-scale', '-700', '700', '-of', 'PNG']
    const command = ['gdal_translate', '-q', ...window, ...picture, 'cog.tif', 'tile.png']
    commands.push(command.join(' '))
    cold.push(
      await measured(async () => {
        const opened = await openRaster(path, { cache: createBlockCache() })
        await renderTile({ file: opened, ...tile, ...RANGE })
        await opened.close()
      }),
    )
    await renderTile({ file: kept, ...tile, ...RANGE })
    warm.push(await measured(() => renderTile({ file: kept, ...tile, ...RANGE })))
    theirs.push((await measured(() => timed(folder, command)))[0])
  }
  await kept.close()
  // GNU time counts in hundredths of a second: too coarse for one tile.
  const peerCpu = (timed(folder, ['sh', '-c', commands.join('\n')]).cpu * 1000) / commands.length
  const wall = (runs: [number, number][]) => runs.map(([ms]) => ms)
  const cpu = (runs: [number, number][]) => runs.reduce((sum, [, ms]) => sum + ms, 0) / runs.length
  const ratio = (runs: [number, number][]) =>
    `wall ${(median(wall(runs)) / median(theirs)).toFixed(2)}, CPU ${(cpu(runs) / peerCpu).toFixed(2)}`
  console.log(`${what}, against gdal_translate of the local file (${quantiles(theirs)}):`)
  const results = [cold, warm].map((runs) => `${quantiles(wall(runs))}; ${ratio(runs)}`)
  console.log(`  cold: ${results[0]}`)
  console.log(`  warm: ${results[1]}`)
  return { cold: results[0], warm: results[1] }
}
