/** Values often used as undeclared nodata. */
const SUSPECTS = [-9999, -99_999, -32_768, -3.4e38, -1.7e308]

/** Whether a band's smallest value is one of these; 32-bit cells hold the nearest number. */
export const looksLikeNodata = (min: number, nodata: number | null = null): boolean =>
  SUSPECTS.some((value) => value !== nodata && (min === value || min === Math.fround(value)))
