import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import type { Bounds, Grid } from '../../raster/grid.ts'
import { extentInDegrees, meet, reachesBeyond180 } from '../../raster/grids/around-globe.ts'
import { type Declared, declaredOf } from '../../raster/cells/classes.ts'
import { shiftOf } from '../../raster/systems/datum-shift.ts'
import { gridBounds, isRotated } from '../../raster/grid.ts'
import type { BandMeasure, Inspection } from '../../raster/inspect.ts'
import { boundsInDegrees } from '../../raster/grids/degree-bounds.ts'
import type { OtherPlace } from '../../raster/systems/georeference.ts'
import { findProjection, nameOfCrs, unitOf } from '../../raster/systems/projection.ts'
import { resolutionMetres } from '../../raster/grids/reference-grid.ts'
import { show } from './show-number.ts'
import { type Add, addNodata, validateBand } from './validate-band.ts'

export interface Expectation {
  /** The raster's country, with the bounds of its outlines if they are known. */
  country?: { name: string; bounds: Bounds | null }
  /** A COG is made of the raster, so it does not matter how it is stored now. */
  converted?: boolean
  /** Population counts are never below 0. */
  population?: boolean
  /** The cells of the bands are said to be classes, or quantities. */
  categorical?: Declared
}

const COVARIATE = new Set([4326, 3857])

/** All findings about a readable raster: those that keep it out of the catalogue, and those to be aware of. */
export function validateRaster({ info, bands }: Inspection, expected: Expectation = {}): RasterFinding[] {
  const findings: RasterFinding[] = []
  const add: Add = (severity, code, band, message, help) =>
    findings.push({ severity, code, band, message, help })
  if (info.crs === null && !info.crsDefinition)
    add(
      'error',
      'no-reference-system',
      null,
      info.crsClues
        ? `The reference system of the raster cannot be determined. Found: ${info.crsClues}.`
        : 'The raster does not say in which reference system its coordinates are.',
      info.crsClues
        ? 'Warp it to EPSG:4326 (gdalwarp -t_srs EPSG:4326 in.tif out.tif), or write its code if it has one (gdal_translate -a_srs EPSG:CODE in.tif out.tif).'
        : 'If a file in.tif.aux.xml lies beside it, gdal_translate in.tif out.tif writes in what it says; if a file in.prj does, gdal_translate -a_srs in.prj in.tif out.tif. Otherwise write its code (gdal_translate -a_srs EPSG:4326 in.tif out.tif).',
    )
  if (isRotated(info))
    add(
      'warning',
      'rotated',
      null,
      'The raster is rotated: its rows do not run from west to east. It cannot be a covariate as it is.',
      'Process it: the result is on the reference grid.',
    )
  if (info.otherPlace) addOtherPlace(info, info.otherPlace, add)
  const degrees = boundsInDegrees(info, gridBounds(info))
  const extent = extentInDegrees(info)
  if (degrees && !liesOnGlobe(degrees))
    add(
      'error',
      'off-globe',
      null,
      `The raster reaches beyond the globe: west ${show(degrees[0])}, south ${show(degrees[1])}, east ${show(degrees[2])}, north ${show(degrees[3])} degrees.`,
      remedyOffGlobe(info, degrees),
    )
  else if (looksLikeDegrees(info))
    add(
      // A survey of a few metres has a system of its own.
      info.crs === null ? 'warning' : 'error',
      'degrees-as-metres',
      null,
      `The raster is in ${nameOfCrs(info)}, whose unit is the metre, but its coordinates look like degrees: all lie within ±180 and ±90.`,
      'If they are degrees, write that in (gdal_translate -a_srs EPSG:4326 in.tif out.tif).',
    )
  else if (extent && expected.country?.bounds && !meet(extent, expected.country.bounds))
    add(
      'error',
      'outside-country',
      null,
      doesNotTouch(expected.country.name),
      'Check the country, and whether longitude and latitude are swapped.',
    )
  if (info.crsDefinition || (info.crs !== null && !COVARIATE.has(info.crs))) addProjected(info, add)
  else if (degrees && liesOnGlobe(degrees) && reachesBeyond180(info))
    add(
      'warning',
      'beyond-180',
      null,
      `The raster's longitudes reach from ${show(degrees[0])}° to ${show(degrees[2])}°; it cannot be a covariate as it is.`,
      'Process it: the result lies between −180° and 180°, with the cells of both sides.',
    )
  addNodata(info, bands, add)
  if (!expected.converted && !info.cloudOptimized)
    add(
      'warning',
      'not-cloud-optimized',
      null,
      `The raster is stored ${lackOf(info)}, so maps of it are slow.`,
      'Upload it again: Strata now stores each raster as a Cloud-Optimized GeoTIFF.',
    )
  addNotes(info, bands, expected.categorical, add)
  for (const band of bands) validateBand(band, info, bands, expected, add)
  for (const { band, valid, classes } of bands)
    if (declaredOf(expected.categorical, band) && valid > 0 && !classes)
      findings.push(noClasses('error', band))
  return findings
}

const lackOf = ({ tiled, overviews }: Inspection['info']) =>
  tiled ? (overviews.length > 0 ? 'in another order than a COG' : 'without overviews') : 'in strips'

function addOtherPlace({ affine }: Inspection['info'], { by, corner }: OtherPlace, add: Add): void {
  const own = show(affine[2]) + ', ' + show(affine[5])
  const other = corner.map(show).join(', ')
  add(
    'warning',
    'placed-twice',
    null,
    `The file says in two ways where the raster is: its pixel scale and first tie point put the upper left corner at ${own}, ${by === 'matrix' ? 'its transformation matrix' : 'another tie point'} at ${other}. The first is used, as GDAL does.`,
    'If the other one is right, write the raster again from its source.',
  )
}

/** Coordinates that no raster has in metres, which would be smaller than a village at the origin of its system. */
function looksLikeDegrees(info: Inspection['info']): boolean {
  const [west, south, east, north] = gridBounds(info)
  const within = west >= -180.5 && east <= 180.5 && south >= -90.5 && north <= 90.5
  return within && unitOf(info) === 'metre'
}

function remedyOffGlobe(info: Inspection['info'], [west, south, east, north]: Bounds): string {
  const other = 'Check whether longitude and latitude are swapped, or the reference system is another one.'
  if (unitOf(info) !== 'degree' || isRotated(info)) return other
  if (Math.max(-west, east, -south, north) > METRES_FROM)
    return 'Its coordinates look like metres or feet: write the code of their system (gdal_translate -a_srs EPSG:CODE in.tif out.tif).'
  const turns = Math.floor((west + 180.5) / 360)
  const moved: Bounds = [west - 360 * turns, south, east - 360 * turns, north]
  if (turns === 0 || !liesOnGlobe(moved)) return other
  const [left, right] = info.mirrored?.columns ? [moved[2], moved[0]] : [moved[0], moved[2]]
  const [top, bottom] = info.mirrored?.rows ? [south, north] : [north, south]
  return `${turns > 0 ? `Subtract ${360 * turns} from` : `Add ${-360 * turns} to`} its longitudes (gdal_translate -a_ullr ${left} ${top} ${right} ${bottom} in.tif out.tif).`
}

/** No longitude in degrees is as large, however many turns it counts. */
const METRES_FROM = 2000

/** What a person should know about how the raster is read. */
function addNotes(
  { masked, mirrored, bands: count, compression, unusedScales = [] }: Inspection['info'],
  bands: BandMeasure[],
  declared: Declared,
  add: Add,
): void {
  if (mirrored)
    add(
      'note',
      'mirrored',
      null,
      `The raster is stored ${formatOrder(mirrored)}. Strata reads it north-up.`,
      'Nothing needs to be done: the file is kept as it was sent.',
    )
  if (masked?.by === 'alpha')
    add(
      'note',
      'alpha',
      null,
      `Band ${count + 1} is an alpha band: cells where it is 0 have no value, and it is not catalogued.`,
      'If it holds values, write the raster again without that meaning (gdal_translate -colorinterp_N undefined).',
    )
  if (masked?.by === 'mask')
    add(
      'note',
      'mask',
      null,
      'The raster has an internal mask: the cells that it leaves out have no value.',
      'If they do have one, write the raster again without the mask (gdal_translate -mask none).',
    )
  if (compression === 'JPEG')
    add(
      'note',
      'lossy',
      null,
      'The raster is compressed by JPEG, so its values are close to the original ones, not equal to them.',
      'Send the original if there is one.',
    )
  for (const { band, name, text } of unusedScales)
    add(
      'warning',
      'unused-scale',
      band,
      `The metadata of the band have '${name}' '${text}', which is not applied: the values are the cells as they are stored.`,
      'If cells are to be scaled, write it as GDAL does (gdal_translate -a_scale SCALE -a_offset OFFSET in.tif out.tif).',
    )
  for (const { band, classes, distinct = 0 } of bands) {
    if (classes)
      add(
        'note',
        'classes',
        band,
        `The band is categorical: its ${classes.length === 1 ? 'value is a class' : `${classes.length} values are classes`}, drawn in ${classes.length === 1 ? 'its own colour' : 'their own colours'}.`,
        'If they are quantities, edit the band and choose Quantities.',
      )
    else if (
      declaredOf(declared, band) === undefined &&
      distinct >= FEWEST_CLASSES &&
      distinct <= MOST_CLASSES
    )
      add(
        'note',
        'maybe-classes',
        band,
        `The band holds only ${distinct} different whole numbers: they may be classes, such as land cover.`,
        'If they are, edit the band and choose Classes: means of their numbers have no meaning.',
      )
  }
}

const formatOrder = ({ rows, columns }: NonNullable<Inspection['info']['mirrored']>) =>
  [rows && 'from south to north', columns && 'from east to west'].filter(Boolean).join(' and ')

/** Fewer are an indicator, whose mean is a share; more are usually quantities, such as percentages. */
const [FEWEST_CLASSES, MOST_CLASSES] = [3, 40]

/** The finding for a band that was declared categorical but has no classes. */
export const noClasses = (severity: RasterFinding['severity'], band: number): RasterFinding => ({
  severity,
  code: 'no-classes',
  band,
  message: 'The band cannot be categorical: it holds fractions, or more than 256 different values.',
  help: 'Choose Quantities, or write the raster again with a whole number per class.',
})

function addProjected(system: Grid, add: Add): void {
  if (findProjection(system)) {
    addAccuracy(system, add)
    add(
      'warning',
      'projected',
      null,
      `The raster is in ${nameOfCrs(system)}; it cannot be a covariate as it is.`,
      'Process it: the result is on the reference grid.',
    )
  } else
    add(
      'warning',
      'not-drawn',
      null,
      `The raster is in ${nameOfCrs(system)}; it is not drawn on the map and cannot be a covariate.`,
      'Warp it to EPSG:4326 (gdalwarp -t_srs EPSG:4326 in.tif out.tif).',
    )
}

/** Positions should be right to a tenth of a cell. */
const CELLS_OFF = 0.1

function addAccuracy(grid: Grid, add: Add): void {
  const accuracy = grid.crs === null ? null : (shiftOf(grid.crs)?.accuracy ?? null)
  const cell = resolutionMetres(grid)
  if (accuracy === null || cell === null || accuracy <= CELLS_OFF * cell) return
  add(
    'note',
    'datum-accuracy',
    null,
    `The datum of ${nameOfCrs(grid)} is shifted to WGS 84 without a grid file, to about ${show(accuracy)} m.`,
    'For more accuracy, warp the raster with a grid file (gdalwarp -t_srs EPSG:4326) and upload the result.',
  )
}

export const doesNotTouch = (country: string) => `The raster does not touch ${country}.`
/** A tolerance of half a degree: global rasters overhang by a cell. Longitudes may be one turn off, as from 0 to 360. */
const liesOnGlobe = ([west, south, east, north]: Bounds) =>
  west >= -360.5 && east <= 360.5 && east - west <= 361 && south >= -90.5 && north <= 90.5
