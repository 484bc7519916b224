export const STAC_VERSION = '1.0.0' as const

/** Version 1.2 of `projection` is the last that has `proj:epsg` too, which GDAL's STACIT needs. */
export const EXTENSIONS = [
  'https://stac-extensions.github.io/projection/v1.2.0/schema.json',
  'https://stac-extensions.github.io/raster/v1.1.0/schema.json',
  'https://stac-extensions.github.io/file/v2.1.0/schema.json',
]

export const COG_TYPE = 'image/tiff; application=geotiff; profile=cloud-optimized'

/** SHA-256 as a multihash: its code, the length, the digest. */
export const checksumOf = (sha256: string) => `1220${sha256}`

const CONFORMANCE = {
  stac: ['core', 'collections', 'ogcapi-features', 'item-search', 'item-search#filter']
    .concat(['item-search#sort', 'ogcapi-features#sort'])
    .map((name) => `https://api.stacspec.org/v1.0.0/${name}`),
  collections: ['collection-search', 'collection-search#free-text'].map(
    (name) => `https://api.stacspec.org/v1.0.0-rc.1/${name}`,
  ),
  common: ['http://www.opengis.net/spec/ogcapi-common-2/1.0/conf/simple-query'],
  features: ['core', 'geojson'].map(
    (name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
  ),
  /** Version 1.0 has a class for OpenAPI 3.0 only. */
  openapi: ['http://www.opengis.net/spec/ogcapi-features-1/1.1/conf/oas31'],
  filter: ['filter', 'features-filter'].map(
    (name) => `http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/${name}`,
  ),
  cql2: ['cql2-text', 'cql2-json', 'basic-cql2', 'advanced-comparison-operators'].map(
    (name) => `http://www.opengis.net/spec/cql2/1.0/conf/${name}`,
  ),
}
export const CONFORMS_TO = Object.values(CONFORMANCE).flat()
