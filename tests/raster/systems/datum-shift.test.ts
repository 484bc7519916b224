import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { shiftOf, withShift } from '#service/raster/systems/datum-shift.ts'
import { findProjection, metresPerUnit, projectionOf } from '#service/raster/systems/projection.ts'
import { fixture } from '../fixtures.ts'

/** Each code at the centre of its area of use, by PROJ 9.1.1: /usr/bin/python3 scripts/make-datum-shifts.py */
const [, ...rows] = readFileSync(fixture('positions-of-codes.csv'), 'utf8').trim().split('\n')
const positions = rows.map((row) => row.split(',').map(Number))

/** proj4 has no position for the centre of Van der Grinten's map. */
const WITHOUT_CENTRE = [53_029, 54_029]

test('every code that is computed lies where PROJ puts it, to 0.1 m', () => {
  const far: [crs: number, metres: number][] = []
  let computed = 0
  for (const [crs, lon, lat, x, y] of positions) {
    const projection = findProjection({ crs })
    if (!projection) continue
    computed++
    const [ownX, ownY] = projection.forward(lon, lat)
    const unit = metresPerUnit({ crs }) ?? 1
    const metres = Math.hypot(ownX - x, ownY - y) * unit
    if (!(metres < 0.1)) far.push([crs, metres])
    const back = projection.inverse(ownX, ownY)
    const aside = ((back[0] - lon + 540) % 360) - 180
    // A Helmert shift with large rotations comes back to within a metre, as in PROJ.
    if (!(Math.abs(aside) < 1e-5 && Math.abs(back[1] - lat) < 1e-5)) far.push([crs, Number.NaN])
  }
  expect(computed).toBeGreaterThan(6700)
  expect([...new Set(far.map(([crs]) => crs))]).toEqual(WITHOUT_CENTRE)
})

describe('a shift', () => {
  /** echo LON LAT | gdaltransform -s_srs EPSG:4326 -t_srs EPSG:CODE -output_xy (GDAL 3.6.2, PROJ 9.1.1, no grids) */
  test.each([
    ['rotations in microradians', 28_992, 5.38720621, 52.1551744, 155_000.185, 463_000.234],
    ['no shift in the package', 4120, 23.935, 38.315, 23.933213452, 38.314033665],
  ])('replaces that of the package: %s', (_, crs, lon, lat, x, y) => {
    const [ownX, ownY] = projectionOf({ crs }).forward(lon, lat)
    expect(Math.hypot(ownX - x, ownY - y) * metresPerUnit({ crs })!).toBeLessThan(0.1)
  })

  test('has an accuracy, unless longitude and latitude are kept', () => {
    expect(shiftOf(27_700)).toMatchObject({ accuracy: 2 })
    expect(shiftOf(53_009)).toMatchObject({ shift: '', accuracy: null })
    expect(shiftOf(2327)).toBeUndefined()
  })

  test.each([
    [
      '+proj=utm +zone=31 +ellps=intl +towgs84=-87,-98,-121,0,0,0,0 +units=m +no_defs +type=crs',
      '+ellps=intl',
    ],
    ['+proj=longlat +ellps=aust_SA +nadgrids="National 84 (02.07.01).gsb" +no_defs', '+ellps=aust_SA'],
    ['+proj=longlat +datum=NAD27 +no_defs +type=crs', '+ellps=clrk66'],
    ['+proj=longlat +ellps=WGS72 +no_defs', '+a=6378135 +rf=298.26'],
  ])('takes the place of what %s says', (definition, ellipsoid) => {
    const shifted = withShift(definition, { shift: '1,2,3', accuracy: 5 })
    expect(shifted).toContain(ellipsoid)
    expect(shifted.match(/\+(towgs84|nadgrids|datum)\S*/g)).toEqual(['+towgs84=1,2,3'])
  })
})
