import { id } from '#contract/shapes.ts'

/** The id in an address, or undefined if it is not valid. */
export const recordIdOf = (param: string): number | undefined =>
  /^\d+$/.test(param) ? id.safeParse(param).data : undefined
