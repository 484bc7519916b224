/** What is used of shpjs, which has no types. */
declare module 'shpjs' {
  export type ShapefileGeometry = { type: string; coordinates: unknown } | null
  export function parseShp(shp: Uint8Array): ShapefileGeometry[]
  /** `cpg` is the name of the encoding. */
  export function parseDbf(dbf: Uint8Array, cpg?: string): Record<string, unknown>[]
}
