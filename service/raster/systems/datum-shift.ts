import shifts from './datum-shifts.json' with { type: 'json' }

export interface DatumShift {
  /**
   * To WGS 84, as in `+towgs84`: metres, arc-seconds of a position vector, parts per million. Empty where longitude and
   * latitude are kept (spheres).
   */
  shift: string
  /** In metres, as EPSG states it; null if it does not. */
  accuracy: number | null
}

/** That of an EPSG or Esri code; undefined if no shift from its datum is known. */
export const shiftOf = (crs: number): DatumShift | undefined =>
  (shifts as (DatumShift & { codes: (number | number[])[] })[]).find(({ codes }) =>
    codes.some((code) => (typeof code === 'number' ? code === crs : code[0] <= crs && crs <= code[1])),
  )

/** For datums, whose names imply a shift, and for ellipsoids that proj4 would take for WGS 84. */
const ELLIPSOIDS: Readonly<Record<string, string>> = {
  'datum=NAD27': 'ellps=clrk66',
  'datum=NAD83': 'ellps=GRS80',
  'ellps=WGS72': 'a=6378135 +rf=298.26',
  'ellps=GSK2011': 'a=6378136.5 +rf=298.2564151',
}

/** PROJ's string with this shift instead of its own. */
export function withShift(definition: string, { shift }: DatumShift): string {
  if (/\+datum=WGS84|\+nadgrids=@null/.test(definition)) return definition
  return definition
    .replace(/ \+(towgs84=\S+|nadgrids=("[^"]*"|\S+))/, '')
    .replace(/(datum|ellps)=\w+/, (given) => ELLIPSOIDS[given] ?? given)
    .replace(' +no_defs', shift === '' ? ' +no_defs' : ` +towgs84=${shift} +no_defs`)
}
