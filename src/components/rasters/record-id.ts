import { id } from '#contract/shapes.ts'

/** The id in an address, or undefined when it can be none. */
export const recordIdOf = (param: string): number | undefined =>
  /^\d+$/.test(param) ? id.safeParse(param).data : undefined
