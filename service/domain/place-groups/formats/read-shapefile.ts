import { unzipSync } from 'fflate'
import { parseDbf, parseShp } from 'shpjs'
import { toDegreesFrom } from '../outline-system.ts'
import { MAX_PLACES, type RawOutlines, UnreadableOutlines } from '../outline-types.ts'

/** Of one file in the archive, unpacked. */
const MAX_BYTES = 128 * 2 ** 20

const FILE = /^((?!__MACOSX\/).+)\.(shp|dbf|prj|cpg)$/i
type Parts = Partial<Record<'shp' | 'dbf' | 'prj' | 'cpg', Uint8Array>>
/** The first number of a .shp. */
const SHAPEFILE = 9994

export const isZip = (content: Uint8Array) =>
  Buffer.from(content.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004'

/** The features of a shapefile in a zip archive, not validated yet. */
export function readShapefile(content: Uint8Array, layer: string | undefined): RawOutlines {
  const { shp, dbf, prj, cpg } = partsOf(content, layer)
  if (!shp || !dbf)
    throw new UnreadableOutlines(
      `the archive has no ${shp ? '.dbf, the table of names and codes' : '.shp, the outlines'}.`,
      'Put all files of the shapefile (.shp, .shx, .dbf, .prj) into one .zip.',
    )
  checkLengths(shp, dbf)
  const geometries = read('.shp', () => parseShp(shp))
  const rows = read('.dbf', () => parseDbf(dbf, cpg && Buffer.from(cpg).toString('latin1').trim()))
  if (geometries.length === 0) throw new UnreadableOutlines('the file has no features.')
  if (geometries.length > MAX_PLACES)
    throw new UnreadableOutlines(
      `the file has ${geometries.length} features; at most ${MAX_PLACES} are allowed.`,
    )
  if (rows.length !== geometries.length)
    throw new UnreadableOutlines(
      `the .shp has ${geometries.length} and the .dbf ${rows.length} features.`,
      'The files do not belong together, or are cut short. Export the shapefile again.',
    )
  return {
    features: geometries.map((geometry, at) => ({ properties: plain(rows[at]), geometry })),
    toDegrees: prj ? systemOf(Buffer.from(prj).toString('utf8')) : null,
  }
}

/** The table pads texts with blanks, and has NaN for an empty number. */
const plain = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === 'string') return [name, value.trim()]
      if (Number.isInteger(value) && !Number.isSafeInteger(value))
        throw new UnreadableOutlines(
          `the column '${name.slice(0, 20)}' has a number of more than 15 digits, which is not kept exactly.`,
          'Make it a text, or export as GeoPackage.',
          name,
        )
      return [name, Number.isNaN(value) ? null : value]
    }),
  )

function read<T>(what: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof UnreadableOutlines) throw error
    throw new UnreadableOutlines(
      `its ${what} cannot be read.`,
      'It is damaged or cut short. Export the shapefile again, or as GeoPackage.',
    )
  }
}

function systemOf(wkt: string): RawOutlines['toDegrees'] {
  const { crs, toDegrees } = toDegreesFrom(wkt.trim())
  if (toDegrees) return toDegrees
  throw new UnreadableOutlines(
    `the file is in ${crs}, not in longitude and latitude.`,
    'Convert it to longitude and latitude, e.g. ogr2ogr -t_srs EPSG:4326 out.gpkg /vsizip/in.zip, or Export > Save Features As in QGIS.',
    'prj',
  )
}

/** The files of the archive's shapefile, or of the one that `layer` names. */
function partsOf(content: Uint8Array, layer: string | undefined): Parts {
  const layers = new Map<string, string[]>()
  read('.zip', () =>
    unzipSync(content, {
      filter({ name }) {
        const [, path, extension] = FILE.exec(name) ?? []
        if (path) layers.set(path, [...(layers.get(path) ?? []), extension])
        return false
      },
    }),
  )
  const paths = [...layers.keys()].filter((path) => layers.get(path)!.some((one) => /shp/i.test(one)))
  const matches = layer === undefined ? paths : paths.filter((path) => nameOf(path) === layer)
  if (matches.length > 1 || (layer !== undefined && matches.length === 0))
    throw new UnreadableOutlines(
      layer === undefined
        ? `the archive has ${paths.length} shapefiles.`
        : `the archive has no shapefile '${layer.slice(0, 100)}'.`,
      `Name one of them as the layer: ${paths.slice(0, 20).map(nameOf).join(', ').slice(0, 500)}.`,
      'layer',
    )
  const contents = read('.zip', () =>
    unzipSync(content, {
      filter({ name, originalSize }) {
        const isPart = FILE.exec(name)?.[1] === matches[0]
        if (isPart && originalSize > MAX_BYTES)
          throw new UnreadableOutlines(
            `its ${name.slice(-4)} has more than ${MAX_BYTES / 2 ** 20} MiB.`,
            'Simplify the outlines.',
          )
        return isPart
      },
    }),
  )
  return Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => [name.slice(-3).toLowerCase(), bytes]),
  )
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Every outline has its length in bytes, and the table its number of rows: a reader that believes them may never end. */
function checkLengths(shp: Uint8Array, dbf: Uint8Array): void {
  read('.shp', () => {
    const view = new DataView(shp.buffer, shp.byteOffset, shp.byteLength)
    if (view.getInt32(0) !== SHAPEFILE) throw new RangeError('not a shapefile')
    let at = 100
    while (at < shp.length) {
      const bytes = 2 * view.getInt32(at + 4)
      if (bytes < 4 || at + 8 + bytes > shp.length) throw new RangeError('cut short')
      at += 8 + bytes
    }
  })
  read('.dbf', () => {
    const view = new DataView(dbf.buffer, dbf.byteOffset, dbf.byteLength)
    const [rows, header, width] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)]
    if (rows > MAX_PLACES) throw tooMany(rows)
    if (header < 33 || width < 1 || header + rows * width > dbf.length) throw new RangeError('cut short')
  })
}

const tooMany = (features: number) =>
  new UnreadableOutlines(`the file has ${features} features; at most ${MAX_PLACES} are allowed.`)
