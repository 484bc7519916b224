import type { RAMPS } from '../rasters/ramps.ts'
import type { AdmUnit } from './adm-unit.ts'

const SHARE = 'share between 0 and 1'

/** What the values of a surface are: their units on the map, as stored and in the file, and their colours. */
export const SCALES = {
  prevalence: {
    unit: 'share, %',
    storedUnit: 'share',
    fileUnit: SHARE,
    ramp: 'viridis',
    range: 'fitted',
  },
  spread: { unit: 'percentage points', storedUnit: 'share', fileUnit: SHARE, ramp: 'magma', range: 'fitted' },
  probability: {
    unit: 'probability, %',
    storedUnit: 'probability',
    fileUnit: 'probability',
    ramp: 'magma',
    range: { min: 0, max: 1 },
  },
  people: {
    unit: 'people per cell',
    storedUnit: 'people per cell',
    fileUnit: 'people',
    ramp: 'ylgnbu',
    range: 'own',
  },
} as const satisfies Record<string, ScaleFacts>
export type Scale = keyof typeof SCALES

interface ScaleFacts {
  unit: string
  storedUnit: string
  fileUnit: string
  ramp: (typeof RAMPS)[number]
  /** Of the colours: most of the surface's values, from its least to its greatest value, or fixed. */
  range: 'fitted' | 'own' | { min: number; max: number }
}

export interface Download {
  /** In the report's list of files. */
  content: string
  /** How a product's file is requested and labelled; null: products don't have it. */
  product: { ext: string; label: string } | null
}

export interface OutputFacts {
  file: string
  mediaType: string
  /** Null: only for maps. */
  download: Download | null
}

type UnitFigure = {
  [Column in keyof AdmUnit]: AdmUnit[Column] extends number | null ? Column : never
}[keyof AdmUnit]
export type UnitInterval = readonly [lower: UnitFigure, upper: UnitFigure]

export interface SurfaceView {
  short: string
  long: string
  /** After a title, in other programs. */
  phrase: string
  /** A unit's figure on the map: a column of the admin units, or the difference of two; null for none. */
  unit: UnitFigure | UnitInterval | null
  /** Ends of the unit's interval: where it is wide, the unit is hatched. */
  interval: UnitInterval | null
}

export interface SurfaceFacts {
  scale: Scale
  /** What a layer must set to have it; null: every layer has it. */
  needs: 'threshold' | 'population' | null
  /** Metadata of the file. */
  about: { quantity: string; interval?: string }
  /** Null: not on maps. */
  view: SurfaceView | null
  download: Download | null
}

const MODELLED = ['modelled_lower', 'modelled_upper'] as const

/** A job's maps, each a GeoTIFF. The order is that of lists. */
export const SURFACE_TABLE = {
  mean: {
    scale: 'prevalence',
    needs: null,
    about: { quantity: 'expected prevalence' },
    view: { short: 'Mean', long: 'Mean', phrase: 'mean', unit: 'modelled', interval: MODELLED },
    download: { content: 'Mean of the surface', product: { ext: 'tif', label: 'Map, GeoTIFF' } },
  },
  lower: {
    scale: 'prevalence',
    needs: null,
    about: { quantity: 'lower end of the interval of prevalence', interval: '0.95' },
    view: {
      short: 'Lower',
      long: 'Lower end of the 95 % interval',
      phrase: 'lower bound of the 95 % interval',
      unit: 'modelled_lower',
      interval: MODELLED,
    },
    download: {
      content: 'Lower end of the 95 % interval',
      product: { ext: 'lower.tif', label: 'Lower end of the interval, GeoTIFF' },
    },
  },
  upper: {
    scale: 'prevalence',
    needs: null,
    about: { quantity: 'upper end of the interval of prevalence', interval: '0.95' },
    view: {
      short: 'Upper',
      long: 'Upper end of the 95 % interval',
      phrase: 'upper bound of the 95 % interval',
      unit: 'modelled_upper',
      interval: MODELLED,
    },
    download: {
      content: 'Upper end of the 95 % interval',
      product: { ext: 'upper.tif', label: 'Upper end of the interval, GeoTIFF' },
    },
  },
  sd: {
    scale: 'spread',
    needs: null,
    about: { quantity: 'posterior standard deviation of prevalence' },
    view: null,
    download: {
      content: 'Standard deviation of the surface',
      product: { ext: 'sd.tif', label: 'Standard deviation, GeoTIFF' },
    },
  },
  width: {
    scale: 'spread',
    needs: null,
    about: { quantity: 'width of the interval of prevalence', interval: '0.95' },
    view: {
      short: 'Width',
      long: 'Width of the 95 % interval',
      phrase: 'width of the 95 % interval',
      unit: MODELLED,
      interval: null,
    },
    download: null,
  },
  exceedance: {
    scale: 'probability',
    needs: 'threshold',
    about: { quantity: 'probability that prevalence exceeds the threshold' },
    view: {
      short: 'Exceedance',
      long: 'Probability that prevalence exceeds the threshold',
      phrase: 'probability that the threshold is exceeded',
      unit: 'exceedance',
      interval: null,
    },
    download: {
      content: 'Probability that prevalence exceeds the threshold',
      product: { ext: 'exceedance.tif', label: 'Probability that prevalence exceeds the threshold, GeoTIFF' },
    },
  },
  people: {
    scale: 'people',
    needs: 'population',
    about: { quantity: 'expected number of people affected in the cell' },
    view: {
      short: 'People',
      long: 'Expected number of people affected',
      phrase: 'expected number of people affected',
      unit: 'affected',
      interval: ['affected_lower', 'affected_upper'],
    },
    download: {
      content: 'Expected number of people affected, per cell',
      product: { ext: 'people.tif', label: 'Expected number of people, GeoTIFF' },
    },
  },
} as const satisfies Record<string, SurfaceFacts>

/** A job's other files. */
export const FILE_TABLE = {
  /** Only where there are such cells. */
  extrapolated: {
    file: 'extrapolated.tif',
    mediaType: 'image/tiff',
    download: { content: 'Extrapolated cells: 1, others 0', product: null },
  },
  thumbnail: { file: 'thumbnail.png', mediaType: 'image/png', download: null },
  adm: {
    file: 'adm.csv',
    mediaType: 'text/csv',
    download: {
      content: 'Admin units, observed and modelled',
      product: { ext: 'csv', label: 'Admin units, CSV' },
    },
  },
  'clusters-cv': {
    file: 'clusters-cv.csv',
    mediaType: 'text/csv',
    download: {
      content: 'Clusters with their held-out predictions',
      product: { ext: 'clusters.csv', label: 'Clusters, CSV' },
    },
  },
  cells: {
    file: 'cells.parquet',
    mediaType: 'application/vnd.apache.parquet',
    download: {
      content: 'All surfaces, one row per cell',
      product: { ext: 'parquet', label: 'Cells, Parquet' },
    },
  },
  /** Only where the engine keeps its draws. */
  posterior: {
    file: 'posterior.bin',
    mediaType: 'application/octet-stream',
    download: { content: 'Draws of the posterior, from which figures of other units follow', product: null },
  },
  diagnostics: {
    file: 'diagnostics.json',
    mediaType: 'application/json',
    download: { content: 'Diagnostics', product: { ext: 'json', label: 'Diagnostics, JSON' } },
  },
  provenance: {
    file: 'provenance.json',
    mediaType: 'application/json',
    download: {
      content: 'Configuration, inputs, code version and seed',
      product: { ext: 'provenance.json', label: 'Provenance, JSON' },
    },
  },
  methods: {
    file: 'methods.html',
    mediaType: 'text/html',
    download: { content: 'Methods, data and limits, by the items of GATHER', product: null },
  },
  log: {
    file: 'log.txt',
    mediaType: 'text/plain',
    download: { content: 'Log of the computation', product: null },
  },
} as const satisfies Record<string, OutputFacts>
