/** No covariate and no population has values beyond ±1e30. */
export const LARGEST_VALUE = 1e30
/** From here on, only fills such as 1e20, 9.96921e36, ±FLT_MAX and ±DBL_MAX. */
const LARGE = 1e19

const withFloats = (values: readonly number[]) =>
  new Set(values.flatMap((value) => [value, Math.fround(value)]))

/** Values that files use for nodata, and hardly anything else has. */
const FILLS = withFloats([-9999, -99_999, -32_768, -32_767, -(2 ** 31), -(2 ** 31) + 1])
/** Ends of the types and others that may be values too, unless they are far from all others. −9992 is −9999 in float16. */
const CODES = withFloats([
  -9992,
  -10_000,
  -28_672,
  -999,
  -128,
  -127,
  -99,
  127,
  255,
  999,
  9999,
  32_767,
  65_535,
  99_999,
  2 ** 31 - 1,
  2 ** 32 - 1,
])

export const isFill = (value: number): boolean => FILLS.has(value) || Math.abs(value) >= LARGE

/** Whether a file may use the value for nodata without declaring it. */
export const isNodataCode = (value: number): boolean => isFill(value) || CODES.has(value)
