/** Esri's codes lie between those of EPSG that a GeoTIFF can hold and this one (37001 to 115879 in PROJ 9.1). */
const FIRST_OF_ESRI = 32_768
const AFTER_ESRI = 200_000

export const isEpsgCode = (crs: number): boolean => crs < FIRST_OF_ESRI || crs >= AFTER_ESRI

/** `EPSG:4326`, `ESRI:54009` */
export const systemCode = (crs: number): string => `${isEpsgCode(crs) ? 'EPSG' : 'ESRI'}:${crs}`
