/** Esri's codes that EPSG does not use (PROJ 9.1: 37001 to 115879). */
const FIRST_OF_ESRI = 32_768
const AFTER_ESRI = 200_000

/** Old codes below these that only Esri has, and keeps, as first and last (PROJ 9.1). */
const OLD_OF_ESRI = [
  [2181, 2187],
  [4305, 4305],
  [20_062, 20_063],
  [24_721, 24_721],
  [26_761, 26_765],
  [26_788, 26_790],
  [30_591, 30_592],
  [31_491, 31_495],
  [31_917, 31_922],
  [32_059, 32_060],
] as const

export const isEpsgCode = (crs: number): boolean =>
  crs < FIRST_OF_ESRI ? !OLD_OF_ESRI.some(([first, last]) => crs >= first && crs <= last) : crs >= AFTER_ESRI

/** `EPSG:4326`, `ESRI:54009` */
export const systemCode = (crs: number): string => `${isEpsgCode(crs) ? 'EPSG' : 'ESRI'}:${crs}`
