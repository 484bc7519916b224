import { PRODUCT_EXTS, PRODUCT_FILES, type ProductExt } from '#contract/jobs/output-types.ts'

export const EXT_OF_OUTPUT: ReadonlyMap<string, ProductExt> = new Map(
  PRODUCT_EXTS.map((ext) => [PRODUCT_FILES[ext].type, ext]),
)
/** In the order in which files are listed. */
export const byExt = (a: { ext: ProductExt }, b: { ext: ProductExt }) =>
  PRODUCT_EXTS.indexOf(a.ext) - PRODUCT_EXTS.indexOf(b.ext)
