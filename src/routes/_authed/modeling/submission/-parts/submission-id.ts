import { id } from '#contract/shapes.ts'

/** The id in the address, or undefined if it is not valid. */
export const submissionIdOf = (param: string): number | undefined =>
  /^\d+$/.test(param) ? id.safeParse(param).data : undefined
