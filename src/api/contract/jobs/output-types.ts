import {
  type Download,
  FILE_TABLE,
  type OutputFacts,
  SURFACE_TABLE,
  type Scale,
  type SurfaceFacts,
  type SurfaceView,
} from './outputs.ts'

type Table = typeof SURFACE_TABLE & typeof FILE_TABLE
type Without<Part extends string, Type extends keyof Table = keyof Table> = Type extends unknown
  ? Table[Type] extends Record<Part, null>
    ? Type
    : never
  : never
type ExtOf<Row> = Row extends { download: { product: { ext: infer Ext } } } ? Ext : never

/** The files that a job writes. */
export type FileType = keyof Table
/** Those that can be downloaded. */
export type OutputType = Exclude<FileType, Without<'download'>>
/** The files that are surfaces. */
export type SurfaceType = keyof typeof SURFACE_TABLE
/** Those on maps. */
export type Surface = Exclude<SurfaceType, Without<'view'>>
/** Those of every layer. */
export type PlainSurface = Extract<Surface, Without<'needs'>>
export type SurfaceOn<S extends Scale, Type extends Surface = Surface> = Type extends unknown
  ? Table[Type]['scale'] extends S
    ? Type
    : never
  : never
/** How a product's file is requested. A checked-in raster has 'tif' only. */
export type ProductExt = ExtOf<Table[FileType]>

export const SURFACE_TYPES = Object.keys(SURFACE_TABLE) as SurfaceType[]
export const SURFACE_FACTS: Readonly<Record<SurfaceType, SurfaceFacts>> = SURFACE_TABLE
export const scaleOf = (surface: SurfaceType): Scale => SURFACE_FACTS[surface].scale

export const SURFACES = SURFACE_TYPES.filter((type) => SURFACE_FACTS[type].view !== null) as Surface[]
export const SURFACE_VIEWS = Object.fromEntries(
  SURFACES.map((surface) => [surface, SURFACE_FACTS[surface].view]),
) as Readonly<Record<Surface, SurfaceView>>
export const PLAIN_SURFACES = SURFACES.filter(
  (surface) => SURFACE_FACTS[surface].needs === null,
) as PlainSurface[]

export const OUTPUTS = {
  ...Object.fromEntries(
    SURFACE_TYPES.map((type) => [
      type,
      { file: `${type}.tif`, mediaType: 'image/tiff', download: SURFACE_FACTS[type].download },
    ]),
  ),
  ...FILE_TABLE,
} as Readonly<Record<FileType, OutputFacts>>
export const FILE_TYPES = Object.keys(OUTPUTS) as FileType[]
export const OUTPUT_TYPES = FILE_TYPES.filter((type) => OUTPUTS[type].download !== null) as OutputType[]

export const DOWNLOADS = Object.fromEntries(
  OUTPUT_TYPES.map((type) => [type, OUTPUTS[type].download]),
) as Readonly<Record<OutputType, Download>>

/** The outputs of a job that its product has, by the types by which they are requested. */
export const PRODUCT_FILES = Object.fromEntries(
  OUTPUT_TYPES.flatMap((type) => {
    const { product } = DOWNLOADS[type]
    return product ? [[product.ext, { type, label: product.label }]] : []
  }),
) as Readonly<Record<ProductExt, { type: OutputType; label: string }>>
export const PRODUCT_EXTS = Object.keys(PRODUCT_FILES) as ProductExt[]
