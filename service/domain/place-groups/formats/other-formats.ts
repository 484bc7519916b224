import { FROM_OTHER, UnreadableOutlines } from '../outline-types.ts'

/** First bytes of files that people send as GeoJSON. */
const SIGNATURES: readonly (readonly [bytes: string, what: string, help: string])[] = [
  ['PK\u0003\u0004', 'a zip archive', 'If it is a shapefile, name the file .zip; else unpack it.'],
  ['\u001F\u008B', 'compressed with gzip', 'Unpack it, e.g. gunzip in.geojson.gz.'],
  ['\u0000\u0000\u0027\u000A', 'a shapefile', FROM_OTHER],
  ['<', 'XML, such as KML, GML or a web page', 'Convert it, e.g. ogr2ogr -t_srs EPSG:4326 out.gpkg in.kml.'],
]

/** @throws UnreadableOutlines if the first bytes are those of another format */
export function rejectOtherBytes(content: Uint8Array): void {
  const head = Buffer.from(content.subarray(0, 100))
    .toString('latin1')
    .replace(/^(\u00EF\u00BB\u00BF)?\s*/, '')
  for (const [bytes, what, help] of SIGNATURES)
    if (head.startsWith(bytes)) throw new UnreadableOutlines(`the file is ${what}, not GeoJSON.`, help)
}

const GEOMETRIES: readonly unknown[] = ['Polygon', 'MultiPolygon', 'GeometryCollection']

/** @throws UnreadableOutlines if the JSON is that of another format */
export function rejectOtherJson(parsed: unknown): void {
  const document = (parsed ?? {}) as Record<string, unknown>
  if (document.type === 'Topology')
    throw new UnreadableOutlines(
      'the file is TopoJSON.',
      'Convert it, e.g. ogr2ogr -a_srs EPSG:4326 out.gpkg in.json.',
    )
  if (typeof document.geometryType === 'string' && document.geometryType.startsWith('esri'))
    throw new UnreadableOutlines(
      'the file is Esri JSON.',
      Array.isArray(document.fields)
        ? 'Convert it, e.g. ogr2ogr -t_srs EPSG:4326 out.gpkg in.json, or get GeoJSON from the server with f=geojson in the address.'
        : 'Get GeoJSON from the server with f=geojson in the address. Without a list of fields, this file cannot be converted.',
    )
  if (GEOMETRIES.includes(document.type))
    throw new UnreadableOutlines(
      'the file is a geometry without a feature, so it has no name and no code.',
      "Add them, e.g. ogr2ogr -dialect sqlite -sql \"select *, 'Togo' as name, 'TGO' as code from units\" out.gpkg units.geojson.",
    )
  if (Array.isArray(parsed))
    throw new UnreadableOutlines(
      'the file is not a GeoJSON FeatureCollection but a list.',
      'Put the features into {"type": "FeatureCollection", "features": […]}.',
    )
}

const SHAPEFILE = ['shp', 'shx', 'dbf', 'prj', 'cpg', 'sbn', 'sbx']

/** How to convert a file by its extension. */
export function convertFrom(extension: string | undefined): string {
  if (extension === undefined || SHAPEFILE.includes(extension)) return FROM_OTHER
  return `Convert it to one of them, e.g. ogr2ogr -t_srs EPSG:4326 out.gpkg in.${extension}.`
}
