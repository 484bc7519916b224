import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import { describeScaling } from '#contract/rasters/scaling.ts'
import { fillOf } from '../../raster/cells/cell-bits.ts'
import type { BandMeasure, Inspection } from '../../raster/inspect.ts'
import { count, show, showExactly } from './show-number.ts'
import { suspectsOf } from './suspect-nodata.ts'

export type Add = (
  severity: RasterFinding['severity'],
  code: string,
  band: number | null,
  message: string,
  help: string,
) => void

type Info = Inspection['info']

/** Cells that have no value, or are infinite. */
const cellsWithout = ({ width, height }: Info, { valid }: BandMeasure) => width * height - valid

/** Whether the raster marks cells as nodata, and which cells count if it does not. */
export function addNodata(info: Info, bands: readonly BandMeasure[], add: Add): void {
  const { nodata, dataType } = info
  const holds = nodata === null || Number.isNaN(nodata) || Object.is(fillOf(dataType, nodata)[0], nodata)
  if (nodata !== null && holds) return
  const lack =
    nodata === null
      ? 'The raster has no nodata value'
      : `The nodata value of the raster is ${showExactly(nodata)}, which cells of the type ${dataType} cannot hold`
  const nan = bands.reduce((sum, band) => sum + cellsWithout(info, band) - band.infinite, 0)
  const which = !dataType.startsWith('float')
    ? 'every cell counts'
    : nan > 0
      ? `${count(nan, 'cell that is NaN does', 'cells that are NaN do')} not count, every other cell does`
      : 'every cell that is not NaN counts'
  add(
    'warning',
    'no-nodata',
    null,
    `${lack}: ${which}, including the sea.`,
    nan > 0
      ? 'If only NaN means that a cell has no value, nothing needs to be done. Otherwise say which value does (gdal_translate -a_nodata VALUE in.tif out.tif).'
      : 'Say which value means that a cell has none (gdal_translate -a_nodata VALUE in.tif out.tif).',
  )
}

export function validateBand(
  measure: BandMeasure,
  info: Info,
  all: readonly BandMeasure[],
  { population }: { population?: boolean },
  add: Add,
): void {
  const { band, valid, infinite, min, max, negative } = measure
  if (infinite > 0)
    add(
      'error',
      'infinite',
      band,
      `${count(infinite, 'cell has an infinite value', 'cells have infinite values')}.`,
      `Mark them as nodata (${commandFor('inf', info, all)}; for minus infinity, write -inf).`,
    )
  if (valid === 0) {
    if (infinite === 0)
      add('error', 'empty', band, 'No cell has a value: all of it is nodata.', 'Check the export.')
    return
  }
  const { scaling } = measure
  if (scaling)
    add(
      'note',
      'scaled',
      band,
      `The values are ${describeScaling(scaling)}, as the file says.`,
      'Nothing needs to be done: maps, statistics and models use the values, and the file keeps its cells.',
    )
  else if (info.scalings?.[band - 1])
    add(
      'warning',
      'not-scaled',
      band,
      'The band was catalogued before scale and offset were applied: its statistics are of the stored cells, while its values are scaled.',
      'Upload the raster again.',
    )
  for (const { end, stored, impossible } of suspectsOf(measure))
    add(
      impossible ? 'error' : 'warning',
      'suspect-nodata',
      band,
      `The ${end} ${scaling ? 'stored value' : 'value'} is ${showExactly(stored)}, which ${impossible ? 'is too large for any quantity' : 'looks like nodata'} but is not marked as ${impossible ? 'nodata' : 'such'}.`,
      `Mark it (${commandFor(String(stored), info, all)}).`,
    )
  if (min === max)
    add(
      'warning',
      'constant',
      band,
      `Every cell holds ${show(min)}.`,
      'A constant band explains nothing; check it.',
    )
  if (population && negative > 0)
    add(
      'error',
      'negative-population',
      band,
      `${count(negative, 'cell is', 'cells are')} below 0 (down to ${show(min)}); population cannot be negative.`,
      'Set them to 0 or to nodata.',
    )
}

/** Marks a value as nodata. Cells that are nodata already stay so, which a new value alone would end. */
function commandFor(value: string, info: Info, all: readonly BandMeasure[]): string {
  const { nodata } = info
  const isUsed = nodata !== null && all.some((band) => cellsWithout(info, band) > band.infinite)
  if (!isUsed) return `gdal_translate -a_nodata ${value} in.tif out.tif`
  const own = String(nodata).replace('Infinity', 'inf').replace('NaN', 'nan')
  return `gdalbuildvrt -srcnodata ${value} -vrtnodata ${own} in.vrt in.tif && gdal_translate in.vrt out.tif`
}
