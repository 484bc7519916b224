import { runChildOnce } from '../../isolation/run-child-once.ts'
import type { PlaceGeometry } from '../../geometry/polygons.ts'
import { openRaster } from '../../raster/cells/read.ts'
import { zonalFigures } from '../../raster/zonal/zonal-figures.ts'
import { openLent } from '../rasters/task/open-lent.ts'
import type { ZonalAnswer, ZonalTask } from './zonal-task.ts'

/** 400 million cells take 40 s, 20 million sorted values 350 MiB. */
const LIMITS = { mostCells: 400_000_000, mostSorted: 20_000_000 }

runChildOnce(async ({ raster, ...task }: ZonalTask, content): Promise<ZonalAnswer> => {
  const outlines = content
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as PlaceGeometry)
  const file = await openRaster(openLent(raster))
  try {
    return await zonalFigures(file, { ...task, outlines }, LIMITS)
  } finally {
    await file.close()
  }
})
