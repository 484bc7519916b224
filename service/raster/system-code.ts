/** Esri's codes that EPSG does not use, but for 34 old ones below (PROJ 9.1: 37001 to 115879). */
const FIRST_OF_ESRI = 32_768
const AFTER_ESRI = 200_000

export const isEpsgCode = (crs: number): boolean => crs < FIRST_OF_ESRI || crs >= AFTER_ESRI

/** `EPSG:4326`, `ESRI:54009` */
export const systemCode = (crs: number): string => `${isEpsgCode(crs) ? 'EPSG' : 'ESRI'}:${crs}`
