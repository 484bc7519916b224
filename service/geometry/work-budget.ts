/** The work that a file of outlines may still cost; a file that uses it up is not processed further. */
export interface Budget {
  left: number
}

/** Edge comparisons, 30 ns each; two million edges of real outlines need a fifth of this. */
export const edgeTests = (): Budget => ({ left: 60_000_000 })
/** Comparisons of an edge with a parallel, 3 ns each. */
export const edgeVisits = (): Budget => ({ left: 1_000_000_000 })
