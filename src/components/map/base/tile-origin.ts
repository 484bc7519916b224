/** The map's worker does not know the page, so its addresses are absolute; the server renders no map. */
export const tileOrigin = () => (typeof window === 'undefined' ? '' : window.location.origin)

/** A template for the map: tile 0/0/0 of an address, with or without a query, becomes `{z}`, `{x}` and `{y}`. */
export const tilesAt = (address: string) =>
  tileOrigin() + address.replace(/\/0\/0\/0(?=\?|$)/, '/{z}/{x}/{y}')

/** Six digits are enough for the end of a ramp, and keep the address short. */
export const tidyEnd = (value: number) => Number(value.toPrecision(6))
