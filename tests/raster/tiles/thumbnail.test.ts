import { describe, expect, it } from 'vitest'
import { colourOf } from '#service/raster/cells/classes.ts'
import { openRaster, type RasterFile } from '#service/raster/cells/read.ts'
import { valuesAt } from '#service/raster/cells/values-at.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { gridBounds } from '#service/raster/grid.ts'
import { rampTable } from '#service/raster/tiles/ramps.ts'
import { type ThumbnailLook, renderThumbnail } from '#service/raster/tiles/thumbnail.ts'
import { fromMercator, toMercator } from '#service/raster/systems/web-mercator.ts'
import { fixture } from '../fixtures.ts'
import { pixelsOf } from '../pixels.ts'

const ramp = { band: 1, ramp: 'magma', min: 0, max: 100 } as const

/** Degrees; a cell without a value in the north-west. */
const country = (width: number, height: number) =>
  writeCog({
    width,
    height,
    affine: [0.1, 0, 1, 0, -0.1, 12],
    crs: 4326,
    values: Float32Array.from({ length: width * height }, (_, i) => (i === 0 ? Number.NaN : i % 120)),
  })

const pictureOf = async (file: RasterFile, look: ThumbnailLook) => pixelsOf(await renderThumbnail(file, look))

/** Shares of the picture, from its west and its north. */
async function valueUnder({ file, across, down }: { file: RasterFile; across: number; down: number }) {
  const [west, south, east, north] = gridBounds(file.info)
  const [left, bottom] = toMercator(west, south)
  const [right, top] = toMercator(east, north)
  const [lon, lat] = fromMercator(left + across * (right - left), top - down * (top - bottom))
  return (await valuesAt(file, [lon], [lat]))[0]
}

describe('a thumbnail', () => {
  it.each([
    ['portrait', 20, 40, 'height'],
    ['landscape', 40, 20, 'width'],
  ] as const)('of a %s country has its form, and the colour of the cell under each pixel', async (...row) => {
    const [, width, height, longer] = row
    const file = await openRaster(country(width, height))
    const picture = await pictureOf(file, ramp)
    expect(picture[longer]).toBe(384)
    // In Web Mercator, a degree of latitude is longer than one of longitude away from the equator.
    const shrunk = Math.cos(((12 - height * 0.05) * Math.PI) / 180)
    expect(picture.width / picture.height).toBeCloseTo((width / height) * shrunk, 2)
    const table = rampTable('magma')
    const wrong: string[] = []
    for (let row = 5; row < picture.height; row += 40)
      for (let column = 5; column < picture.width; column += 40) {
        const at = { across: (column + 0.5) / picture.width, down: (row + 0.5) / picture.height }
        const value = await valueUnder({ file, ...at })
        const entry = Math.round((Math.round(Math.min(1, value / 100) * 254) * 255) / 254) * 3
        const wanted = Number.isNaN(value) ? 'none' : [...table.subarray(entry, entry + 3)].join()
        const [red, green, blue, alpha] = picture.at(column, row)
        const drawn = alpha === 0 ? 'none' : [red, green, blue].join()
        if (drawn !== wanted) wrong.push(`${column}, ${row}: ${drawn} for ${wanted}`)
      }
    expect(wrong).toEqual([])
    expect(picture.at(2, 2)[3]).toBe(0)
  })

  it('has the colours of classes', async () => {
    const file = await openRaster(fixture('u8-palette.tif'))
    const picture = await pictureOf(file, { ...ramp, ramp: 'classes' })
    const value = await valueUnder({ file, across: 0.5, down: 0.5 })
    const [x, y] = [Math.floor(picture.width / 2), Math.floor(picture.height / 2)]
    expect(picture.at(x, y)).toEqual([...colourOf(value, file.palette), 255])
  })

  it('is drawn across 180°', async () => {
    const values = Float32Array.from({ length: 160 }, (_, i) => i)
    const affine = [0.25, 0, 176, 0, -0.05, -15] as const
    const file = await openRaster(writeCog({ width: 40, height: 4, affine, crs: 4326, values }))
    const picture = await pictureOf(file, ramp)
    expect(picture.drawn).toBe(picture.width * picture.height)
  })

  it('is of a band that exists, of a raster that has a place on the map', async () => {
    const file = await openRaster(country(4, 4))
    await expect(renderThumbnail(file, { ...ramp, band: 2 })).rejects.toThrow('band')
    const nowhere = { ...file, info: { ...file.info, crs: null } } as RasterFile
    await expect(renderThumbnail(nowhere, ramp)).rejects.toThrow(
      'The raster has no place on the map, so it has no thumbnail.',
    )
  })
})
