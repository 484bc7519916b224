import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  OUTPUTS,
  SURFACES,
  SURFACE_FACTS,
  SURFACE_TYPES,
  type SurfaceType,
  scaleOf,
} from '#contract/jobs/output-types.ts'
import { usualRange } from '#contract/jobs/surface-range.ts'
import { SCALES } from '#contract/jobs/outputs.ts'
import { intervalOmissions } from '#common/interval-omissions.ts'
import type { LayerInput, LayerResult } from '#service/modelling/layer-types.ts'
import { encodePosterior } from '#service/modelling/posterior/posterior-file.ts'
import { gridBounds, type Grid } from '#service/raster/grid.ts'
import type { Layer, Surfaces } from '#service/db/schema.ts'
import type { About } from '#service/raster/cog/tiff-layout.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { statistics } from '#service/raster/statistics/statistics.ts'
import { renderThumbnail } from '#service/raster/tiles/thumbnail.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { admCsv, admRows, clustersCsv } from '../adm-and-clusters.ts'
import { cellsParquet } from './cells-parquet.ts'
import type { LayerOutcome, LayerTask } from '../layer-task.ts'
import type { MaskedCells } from '../mask-cells.ts'
import { rakedColumns, rakingLabel } from '../rake-to.ts'
import { provenance } from '../provenance.ts'
import { nameSensitivity } from '../sensitivity-names.ts'

interface ToWrite {
  task: LayerTask
  result: LayerResult
  grid: Grid
  cells: MaskedCells
  admin: LayerInput['admin']
  counts: Record<string, number>
  /** Called last: the resources used by the computation. */
  used(): { seconds: number; peak_memory_mb: number }
}

const HISTOGRAM_BINS = 40

/** Everything except `seconds`, `peak_memory_mb` and the log has the same bytes for the same layer, inputs and seed. */
export async function writeOutputs(output: ToWrite): Promise<LayerOutcome> {
  const { task, result, grid, cells } = output
  const written: LayerOutcome['written'] = []
  const write = async (type: LayerOutcome['written'][number], content: Uint8Array | string) => {
    await writeFile(join(task.folder, OUTPUTS[type].file), content)
    written.push(type)
  }
  const label = rakingLabel(result.raking)
  const cog = (values: Float32Array | Uint8Array, about: About) => {
    const full = new Float32Array(grid.width * grid.height).fill(Number.NaN)
    cells.index.forEach((cell, i) => (full[cell] = values[i]))
    return writeCog({ ...grid, crs: 4326, values: full }, about)
  }
  for (const type of SURFACE_TYPES) {
    const values = result[type]
    const description = label === null ? type : `${type}, ${label}`
    if (values) await write(type, cog(values, { description, ...aboutSurface(type, task.layer) }))
  }
  if (result.extrapolated.includes(1))
    await write('extrapolated', cog(result.extrapolated, { description: 'extrapolated cells' }))
  const surfaces = summaries(result)
  await write('thumbnail', await thumbnailOf(join(task.folder, OUTPUTS.mean.file), surfaces))
  const adm = admRows(task.admin, result.admin)
  const raked = result.raking && rakedColumns(adm, result.raking, output.admin)
  await write('adm', admCsv(adm, task.layer.exceedance_threshold, raked))
  await write('clusters-cv', clustersCsv(result.clustersCv))
  await write('cells', cellsParquet(cells, result, task.admin, output.admin))
  const source = provenance(task, output.counts)
  await write('provenance', json(source))
  await write('posterior', encodePosterior(result.posterior, source))
  const diagnostics = {
    ...result.diagnostics,
    prior_sensitivity: nameSensitivity(result.diagnostics.prior_sensitivity, task.admin),
    interval_omissions: intervalOmissions(result.diagnostics),
    ...output.used(),
  }
  await write('diagnostics', json(diagnostics))
  const [west, south, east, north] = gridBounds(grid)
  return {
    written,
    adm,
    surfaces: { bounds: [west, south, east, north], ...surfaces },
    // As in the file: a value that JSON cannot represent as a number is null.
    diagnostics: JSON.parse(json(diagnostics)) as Record<string, unknown>,
    allAdmPass: result.allAdmPass,
    isOverfit: result.isOverfit,
    verdict: result.diagnostics.verdict.level,
  }
}

/** The mean in the colours of its report. */
async function thumbnailOf(path: string, surfaces: Omit<Surfaces, 'bounds'>): Promise<Uint8Array> {
  const file = await openRaster(path)
  try {
    return await renderThumbnail(file, { band: 1, ramp: 'viridis', ...usualRange(surfaces, 'mean') })
  } finally {
    await file.close()
  }
}

/** What GDAL shows with a surface; no job key, so that equal jobs have equal files. */
function aboutSurface(type: SurfaceType, layer: Layer): About {
  const { about, needs } = SURFACE_FACTS[type]
  const { quantity, ...items } = about
  const { iso3_code, target, source, source_wave, round, exceedance_threshold: threshold } = layer
  return {
    unit: SCALES[scaleOf(type)].fileUnit,
    items: {
      quantity,
      iso3_code,
      target,
      source,
      source_wave,
      round,
      ...items,
      ...(needs === 'threshold' && { threshold: String(threshold) }),
    },
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const summaries = (result: LayerResult) =>
  Object.fromEntries(
    SURFACES.flatMap((surface) => {
      const values = result[surface]
      if (!values) return []
      return [[surface, scaleOf(surface) === 'people' ? peopleSummary(values) : summary(values)]]
    }),
  ) as Omit<Surfaces, 'bounds'>

function summary(values: Float32Array) {
  const { min, max, mean, histogram } = statistics(values, { bins: HISTOGRAM_BINS })
  return { min: min ?? 0, max: max ?? 0, mean: mean ?? 0, histogram: histogram.counts }
}

/** Few cells of towns hold far more people than all others: colours and histogram end at the 98th percentile. */
function peopleSummary(people: Float32Array) {
  const { max, mean, quantiles } = statistics(people, { probabilities: [0.98] })
  const end = quantiles[0] || max || 0
  const { histogram } = summary(people.map((count) => Math.min(count, end)))
  return { min: 0, max: end, mean: mean ?? 0, histogram, highest: max ?? 0 }
}
