import type { RasterFinding } from '#contract/assets.ts'
import type { Bounds, ReferenceSystem } from '../../raster/grid.ts'
import { gridBounds, intersect, isNorthUp } from '../../raster/grid.ts'
import type { BandMeasure, Inspection } from '../../raster/inspect.ts'
import { boundsInDegrees, findProjection, nameOfCrs } from '../../raster/projection.ts'
import { isCloudOptimized } from './present-raster.ts'

export interface Expectation {
  /** The raster's country, with the bounds of its outlines if they are known. */
  country?: { name: string; bounds: Bounds | null }
  /** A COG is made of the raster, so it does not matter how it is stored now. */
  converted?: boolean
  /** Population counts are never below 0. */
  population?: boolean
}

const COVARIATE = new Set([4326, 3857])
/** Values often used as undeclared nodata. */
const SUSPECTS = [-9999, -99_999, -32_768, -3.4e38, -1.7e308]

/** All findings about a readable raster: those that keep it out of the catalogue, and those to be aware of. */
export function validateRaster({ info, bands }: Inspection, expected: Expectation = {}): RasterFinding[] {
  const findings: RasterFinding[] = []
  const add = (severity: RasterFinding['severity'], band: number | null, message: string, help: string) =>
    findings.push({ severity, band, message, help })
  if (info.crs === null && !info.crsDefinition)
    add(
      'error',
      null,
      info.crsClues
        ? `The reference system of the raster cannot be determined. Found: ${info.crsClues}.`
        : 'The raster does not say in which reference system its coordinates are.',
      info.crsClues
        ? 'Warp it to EPSG:4326 (gdalwarp -t_srs EPSG:4326), or write its code if it has one (gdal_translate -a_srs).'
        : 'Write it again with its code, e.g. gdal_translate -a_srs EPSG:4326.',
    )
  if (!isNorthUp(info))
    add(
      'error',
      null,
      'The raster is rotated or not north-up.',
      'Warp it to a north-up grid (gdalwarp -t_srs EPSG:4326).',
    )
  const degrees = boundsInDegrees(info, gridBounds(info))
  if (degrees && !liesOnGlobe(degrees))
    add(
      'error',
      null,
      `The raster reaches beyond the globe: west ${show(degrees[0])}, south ${show(degrees[1])}, east ${show(degrees[2])}, north ${show(degrees[3])} degrees.`,
      'Check whether longitude and latitude are swapped, or the reference system is another one.',
    )
  else if (degrees && expected.country?.bounds && !intersect(degrees, expected.country.bounds))
    add(
      'error',
      null,
      doesNotTouch(expected.country.name),
      'Check the country, and whether longitude and latitude are swapped.',
    )
  if (info.crsDefinition || (info.crs !== null && !COVARIATE.has(info.crs))) addProjected(info, add)
  if (info.nodata === null)
    add(
      'warning',
      null,
      'The raster has no nodata value: every cell counts, the sea too.',
      'Set one where cells have no value (gdal_translate -a_nodata).',
    )
  if (!expected.converted && !isCloudOptimized(info))
    add(
      'warning',
      null,
      `The raster is stored ${info.tiled ? 'without overviews' : 'in strips'}, so maps of it are slow.`,
      'Upload it again: Strata now stores each raster as a Cloud-Optimized GeoTIFF.',
    )
  for (const band of bands) validateBand(band, info.nodata, expected, add)
  return findings
}

function addProjected(system: ReferenceSystem, add: Add): void {
  if (findProjection(system))
    add(
      'warning',
      null,
      `The raster is in ${nameOfCrs(system)}; it cannot be a covariate as it is.`,
      'Process it: the result is on the reference grid.',
    )
  else
    add(
      'warning',
      null,
      `The raster is in ${nameOfCrs(system)}; it is not drawn on the map and cannot be a covariate.`,
      'Warp it to EPSG:4326 (gdalwarp -t_srs EPSG:4326).',
    )
}

type Add = (severity: RasterFinding['severity'], band: number | null, message: string, help: string) => void

function validateBand(measure: BandMeasure, nodata: number | null, expected: Expectation, add: Add): void {
  const { band, valid, infinite, min, max, negative } = measure
  if (infinite > 0)
    add(
      'error',
      band,
      `${count(infinite, 'cell has an infinite value', 'cells have infinite values')}.`,
      'Write them as nodata.',
    )
  if (valid === 0) {
    if (infinite === 0) add('error', band, 'No cell has a value: all of it is nodata.', 'Check the export.')
    return
  }
  const suspect = SUSPECTS.find((value) => value !== nodata && (min === value || min === Math.fround(value)))
  if (suspect !== undefined)
    add(
      'warning',
      band,
      `The smallest value is ${show(min)}, which looks like nodata but is not marked as such.`,
      `Mark it (gdal_translate -a_nodata ${show(min)}).`,
    )
  if (min === max)
    add('warning', band, `Every cell holds ${show(min)}.`, 'A constant band explains nothing; check it.')
  if (expected.population && negative > 0)
    add(
      'error',
      band,
      `${count(negative, 'cell is', 'cells are')} below 0 (down to ${show(min)}); population cannot be negative.`,
      'Set them to 0 or to nodata.',
    )
}

export const doesNotTouch = (country: string) => `The raster does not touch ${country}.`
const show = (value: number) => String(Number(value.toPrecision(7)))
const count = (n: number, one: string, several: string) =>
  `${n.toLocaleString('en')} ${n === 1 ? one : several}`

/** A tolerance of half a degree: global rasters overhang by a cell, and some count longitudes from 0 to 360. */
const liesOnGlobe = ([west, south, east, north]: Bounds) =>
  west >= -180.5 && east <= 360.5 && south >= -90.5 && north <= 90.5
