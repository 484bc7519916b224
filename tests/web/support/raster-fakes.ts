import type { Asset, FileLayout } from '#contract/rasters/asset-list.ts'
import type { InspectedRaster } from '#contract/rasters/asset-inspection.ts'
import type { Band } from '#contract/rasters/band-list.ts'

export function anAsset(over: Partial<Asset> & { id: number }): Asset {
  return {
    name: `nga_elevation_${over.id}.tif`,
    status: 'ready',
    fraction: null,
    width: 1440,
    height: 1200,
    crs: 4326,
    crs_name: 'WGS 84',
    bounds: [2, 4, 15, 14],
    crs_unit: 'degree',
    affine: [13 / 1440, 0, 2, 0, -10 / 1200, 14],
    resolution_m: 927.66,
    nodata: -9999,
    data_type: 'float32',
    compression: 'deflate',
    cloud_optimized: true,
    on_reference_grid: true,
    processed_from: null,
    processed_from_name: null,
    recipe: null,
    bands: [{ id: 10 + over.id, name: `elevation_${over.id}`, band_index: 1 }],
    iso3_codes: ['NGA'],
    size: 1_400_000,
    sha256: 'ab'.repeat(32),
    created_by: 1,
    created_by_name: 'Ada Lovelace',
    created_at: '2026-11-20T10:00:00.000Z',
    ...over,
  }
}

export const aLayout = (over: Partial<FileLayout> = {}): FileLayout => ({
  container: 'TIFF',
  blocks: 'tiles',
  block_size: [512, 512],
  overviews: [
    [720, 600],
    [360, 300],
  ],
  compression: 'DEFLATE',
  cloud_optimized: true,
  ...over,
})

export function aBand(over: Partial<Band> & { id: number }): Band {
  return {
    name: `elevation_${over.id}`,
    description: 'Height above the sea',
    unit: 'm',
    year: 2020,
    source: 'SRTM',
    iso3_code: 'NGA',
    country: 'Nigeria',
    asset_id: 1,
    asset_name: 'nga_elevation_1.tif',
    band_index: 1,
    statistics: { min: -2, max: 2096, mean: 312.4, sd: 300, valid: 1000 },
    categorical: false,
    rebuilding: false,
    width: 1440,
    height: 1200,
    crs: 4326,
    crs_name: 'WGS 84',
    bounds: [2, 4, 15, 14],
    bounds_degrees: [2, 4, 15, 14],
    crs_unit: 'degree',
    resolution_m: 927.66,
    cloud_optimized: true,
    on_reference_grid: true,
    collections: ['Nigeria covariates'],
    created_at: '2026-11-20T10:00:00.000Z',
    ...over,
  }
}

export const inspected: InspectedRaster = {
  width: 289,
  height: 232,
  crs: 4326,
  crs_name: 'WGS 84',
  bounds: [2, 4, 15, 14],
  bounds_degrees: [2, 4, 15, 14],
  crs_unit: 'degree',
  affine: [13 / 289, 0, 2, 0, -10 / 232, 14],
  data_type: 'float32',
  nodata: -9999,
  compression: 'deflate',
  cloud_optimized: true,
  on_reference_grid: false,
  resolution_m: 4600,
  as_sent: aLayout({ blocks: 'strips', block_size: [289, 7], overviews: [], cloud_optimized: false }),
  bands: [{ band: 1, valid: 100, min: 0, max: 1, mean: 0.5, sd: 0.1, histogram: [1, 2, 1], classes: null }],
  preview: null,
}

/** XMLHttpRequest without a network; each request waits for its answer. */
export class FakeUpload extends EventTarget {
  static all: FakeUpload[] = []
  readonly upload = new EventTarget()
  opened: string[] = []
  headers: Record<string, string> = {}
  timeout = -1
  status = 0
  responseText = ''
  body: FormData | undefined
  aborted = false
  constructor() {
    super()
    FakeUpload.all.push(this)
  }
  open(...opened: string[]) {
    this.opened = opened
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: FormData) {
    this.body = body
  }
  abort() {
    this.aborted = true
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total }))
  }
  getResponseHeader() {
    return null
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
}
