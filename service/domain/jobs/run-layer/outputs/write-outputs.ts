import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { intervalOmissions } from '#common/interval-omissions.ts'
import type { LayerInput, LayerResult } from '#service/modelling/layer-types.ts'
import { gridBounds, type Grid } from '#service/raster/grid.ts'
import type { Layer } from '#service/db/schema.ts'
import type { About } from '#service/raster/cog/tiff-layout.ts'
import { statistics } from '#service/raster/statistics/statistics.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { admCsv, admRows, clustersCsv } from '../adm-and-clusters.ts'
import { cellsParquet } from './cells-parquet.ts'
import { FILES, type FileType, type LayerOutcome, type LayerTask } from '../layer-task.ts'
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

type SurfaceType = Extract<FileType, 'mean' | 'lower' | 'upper' | 'sd' | 'width' | 'exceedance' | 'people'>

const HISTOGRAM_BINS = 40

/** Everything except `seconds`, `peak_memory_mb` and the log has the same bytes for the same layer, inputs and seed. */
export async function writeOutputs(output: ToWrite): Promise<LayerOutcome> {
  const { task, result, grid, cells } = output
  const written: LayerOutcome['written'] = []
  const write = async (type: LayerOutcome['written'][number], content: Uint8Array | string) => {
    await writeFile(join(task.folder, FILES[type].file), content)
    written.push(type)
  }
  const surfaces = {
    mean: result.mean,
    lower: result.lower,
    upper: result.upper,
    sd: result.sd,
    width: result.upper.map((upper, i) => upper - result.lower[i]),
  }
  const label = rakingLabel(result.raking)
  const writeSurface = async (type: SurfaceType, values: Float32Array) => {
    const full = new Float32Array(grid.width * grid.height).fill(Number.NaN)
    cells.index.forEach((cell, i) => (full[cell] = values[i]))
    await write(
      type,
      writeCog(
        { ...grid, crs: 4326, values: full },
        { description: label === null ? type : `${type}, ${label}`, ...aboutSurface(type, task.layer) },
      ),
    )
  }
  for (const [type, values] of Object.entries(surfaces))
    await writeSurface(type as keyof typeof surfaces, values)
  if (result.exceedance) await writeSurface('exceedance', result.exceedance)
  if (result.people) await writeSurface('people', result.people)
  const adm = admRows(task.admin, result.admin)
  const raked = result.raking && rakedColumns(adm, result.raking, output.admin)
  await write('adm', admCsv(adm, task.layer.exceedance_threshold ?? null, raked))
  await write('clusters-cv', clustersCsv(result.clustersCv))
  await write('cells', cellsParquet(cells, result, task.admin, output.admin))
  await write('provenance', json(provenance(task, output.counts)))
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
    surfaces: {
      bounds: [west, south, east, north],
      mean: summary(surfaces.mean),
      lower: summary(surfaces.lower),
      upper: summary(surfaces.upper),
      width: summary(surfaces.width),
      ...(result.exceedance && { exceedance: summary(result.exceedance) }),
      ...(result.people && { people: peopleSummary(result.people) }),
    },
    // As in the file: a value that JSON cannot represent as a number is null.
    diagnostics: JSON.parse(json(diagnostics)) as Record<string, unknown>,
    allAdmPass: result.allAdmPass,
    isOverfit: result.isOverfit,
  }
}

const SHARE = 'share between 0 and 1'
const INTERVAL = { interval: '0.95' }
/** What GDAL shows with each surface; no job key, so that equal jobs have equal files. */
const SURFACES: Record<SurfaceType, { quantity: string; unit: string; items?: Record<string, string> }> = {
  mean: { quantity: 'expected prevalence', unit: SHARE },
  lower: { quantity: 'lower end of the interval of prevalence', unit: SHARE, items: INTERVAL },
  upper: { quantity: 'upper end of the interval of prevalence', unit: SHARE, items: INTERVAL },
  sd: { quantity: 'posterior standard deviation of prevalence', unit: SHARE },
  width: { quantity: 'width of the interval of prevalence', unit: SHARE, items: INTERVAL },
  exceedance: { quantity: 'probability that prevalence exceeds the threshold', unit: 'probability' },
  people: { quantity: 'expected number of people affected in the cell', unit: 'people' },
}

function aboutSurface(type: SurfaceType, layer: Layer): About {
  const { quantity, unit, items } = SURFACES[type]
  const { iso3_code, target, source, source_wave, round, exceedance_threshold: threshold } = layer
  return {
    unit,
    items: {
      quantity,
      iso3_code,
      target,
      source,
      source_wave,
      round,
      ...items,
      ...(type === 'exceedance' && { threshold: String(threshold) }),
    },
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

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
