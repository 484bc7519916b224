const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `1.4 MB`, in decimal units. */
export function fileSize(bytes: number): string {
  let [value, unit] = [bytes, 0]
  // What would be rounded to '1000 kB' is '1.0 MB'.
  while (value >= (unit === 0 ? 1000 : 999.5) && unit < UNITS.length - 1)
    [value, unit] = [value / 1000, unit + 1]
  return `${unit === 0 ? value : value.toFixed(value < 9.95 ? 1 : 0)}\u202f${UNITS[unit]}`
}

/** `5 MiB`, in binary units, as limits are set. */
export const sizeLimit = (bytes: number): string =>
  bytes >= 2 ** 30
    ? `${Math.floor(bytes / 2 ** 30)} GiB`
    : bytes >= 2 ** 20
      ? `${Math.floor(bytes / 2 ** 20)} MiB`
      : `${bytes.toLocaleString('en')} bytes`
