const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `1.4 MB`, in decimal units. */
export function fileSize(bytes: number): string {
  const unit = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** unit
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)}\u202f${UNITS[unit]}`
}
