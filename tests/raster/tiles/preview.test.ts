import { describe, expect, it } from 'vitest'
import { colourOf } from '#service/raster/cells/classes.ts'
import { inspectRaster } from '#service/raster/inspect.ts'
import { rampTable } from '#service/raster/tiles/ramps.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { valuesAt } from '#service/raster/cells/values-at.ts'
import { fromMercator, toMercator } from '#service/raster/systems/web-mercator.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { fixture, sample } from '../fixtures.ts'
import { pixelsOf } from '../pixels.ts'
import { typedGrid } from '../typed-grid.ts'

type Input = Parameters<typeof inspectRaster>[0]

async function previewOf(input: Input, declared?: boolean) {
  const inspection = await inspectRaster(input, undefined, declared, { draw: true })
  const { preview } = inspection
  return { ...inspection, preview, picture: preview && pixelsOf(Buffer.from(preview.png, 'base64')) }
}

/** The colour that each pixel should have: that of the cell under its centre, which is read from the file. */
async function coloursOf(
  input: Input,
  { bands: [band], preview, picture }: Awaited<ReturnType<typeof previewOf>>,
) {
  const [west, south, east, north] = preview!.bounds
  const [left, bottom] = toMercator(west, south)
  const [right, top] = toMercator(east, north)
  const { width, height } = picture!
  const places = Array.from({ length: width * height }, (_, i) =>
    fromMercator(
      left + (((i % width) + 0.5) * (right - left)) / width,
      top - ((Math.floor(i / width) + 0.5) * (top - bottom)) / height,
    ),
  )
  const file = await openRaster(input)
  const values = await valuesAt(
    file,
    places.map(([lon]) => lon),
    places.map(([, lat]) => lat),
  )
  await file.close()
  const table = rampTable('viridis')
  return Array.from(values, (value) => {
    if (Number.isNaN(value)) return 'none'
    if (band.classes) return colourOf(value, file.palette).join()
    const [min, max] = preview!.range!
    const share = Math.min(1, Math.max(0, (value - min) / (max - min)))
    const index = Math.round(share * 254)
    const entry = Math.round((index * 255) / 254) * 3
    return table.subarray(entry, entry + 3).join()
  })
}

const wide = { width: 40, height: 4, affine: [0.25, 0, 176, 0, -0.05, -15], crs: 4326 } as const
/** Higher than the rows that are read at once. */
const tall = typedGrid('uint16', (x, y) => x * 7 + y, [600, 1500, 0.01])

describe.each<[string, Input]>([
  ['quantities, with a coast', sample('nga_elevation.tif')],
  ['cells of 8 bits', fixture('u8-packbits.tif')],
  ['a palette', fixture('u8-palette.tif')],
  ['a mask', fixture('u8-mask.tif')],
  ['several bands in turn', fixture('f32-deflate-3-band-2-bands.tif')],
  ['a UTM system', fixture('i16-utm.tif')],
  ['a rotated grid', fixture('f32-rotated.tif')],
  ['longitudes beyond 180°', writeCog({ ...wide, values: Float32Array.from({ length: 160 }, (_, i) => i) })],
  ['many rows', tall],
  ['very skewed values', sample('nga_population.tif')],
])('the picture of a raster with %s', (_, input) => {
  it('has the colour of the cell under each pixel, and none where there is no value', async () => {
    const found = await previewOf(input)
    const { picture } = found
    const wanted = await coloursOf(input, found)
    expect(Math.max(picture!.width, picture!.height)).toBe(256)
    const right = wanted.filter((colour, i) => {
      const [red, green, blue, alpha] = picture!.at(i % picture!.width, Math.floor(i / picture!.width))
      return colour === (alpha === 0 ? 'none' : [red, green, blue].join())
    })
    // Positions are exact to a twentieth of a cell.
    expect(right.length / wanted.length).toBeGreaterThan(0.98)
    expect(new Set(wanted).size).toBeGreaterThan(2)
  })
})

it('has the colours of its classes if the bands were declared to be categorical', async () => {
  const { bands, picture } = await previewOf(
    typedGrid('int16', (x) => x % 3),
    true,
  )
  const seen = new Set<string>()
  for (let x = 0; x < picture!.width; x++)
    seen.add(`#${Buffer.from(picture!.at(x, 5).slice(0, 3)).toString('hex')}`)
  expect([...seen].sort()).toEqual(bands[0].classes!.map(({ colour }) => colour).sort())
})

it('spans all values, or the middle 96 % if extremes would hide the rest', async () => {
  const even = await previewOf(typedGrid('float32', (x) => x))
  expect(even.preview!.range).toEqual([0, 29])
  const skewed = await previewOf(typedGrid('float32', (x, y) => (x + y === 0 ? 1e6 : x)))
  expect(skewed.preview!.range).toEqual([0, 29])
  const same = await previewOf(typedGrid('float32', (x, y) => (x + y === 0 ? 1e6 : 3)))
  expect(same.preview!.range).toEqual([3, 1e6])
  expect((await previewOf(fixture('u8-palette.tif'))).preview!.range).toBeNull()
})

it('of noise is not larger than an answer may hold', async () => {
  let seed = 1
  const noise = () => (seed = (seed * 48_271) % 2_147_483_647)
  const { preview } = await previewOf(typedGrid('float32', noise, [600, 600, 0.001]))
  expect(preview!.png.length).toBeGreaterThan(50_000)
  expect(preview!.png.length).toBeLessThan(100_000)
})

it.each([
  ['is in no known system', fixture('i16-no-crs.tif')],
  ['has no value', fixture('f32-sparse.tif')],
  [
    'lies beyond the globe',
    writeCog({ ...wide, affine: [1, 0, 0, 0, -1, 300], values: new Float32Array(160) }),
  ],
])('a raster that %s has none, and is inspected', async (_what, input) => {
  const { preview, bands } = await previewOf(input)
  expect(preview).toBeNull()
  expect(bands).toHaveLength(1)
})

it('is drawn only on request', async () => {
  expect(await inspectRaster(sample('nga_elevation.tif'))).not.toHaveProperty('preview')
})

it('is as wide as a raster on both sides of 180°, and as the globe for one that goes all around', async () => {
  const boundsOf = async (affine: readonly [number, number, number, number, number, number], width: number) =>
    (
      await previewOf(
        writeCog({
          width,
          height: 4,
          affine,
          crs: 4326,
          values: Float32Array.from({ length: 4 * width }, (_, i) => i),
        }),
      )
    ).preview?.bounds
  expect(await boundsOf(wide.affine, 40)).toEqual([176, -15.2, 186, -15])
  expect(await boundsOf([2, 0, 0, 0, -2, 4], 180)).toEqual([-180, -4, 180, 4])
})
