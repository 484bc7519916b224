/** The map's worker knows no page, so its addresses are whole ones; the server draws no map. */
export const tileOrigin = () => (typeof window === 'undefined' ? '' : window.location.origin)

/** `{z}`, `{x}` and `{y}` in the place of tile 0/0/0 of an address. */
export const tileTemplateOf = (address: string) => address.replace('/0/0/0?', '/{z}/{x}/{y}?')

/** Six digits are enough for the end of a ramp, and keep the address short. */
export const tidyEnd = (value: number) => Number(value.toPrecision(6))
