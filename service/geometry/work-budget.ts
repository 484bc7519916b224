/** How much work a file of outlines may still cost; what has used it up is not finished. */
export interface Budget {
  left: number
}

/** Edges that an edge is held against, 30 ns each; two million edges of real outlines need a fifth of it. */
export const edgeTests = (): Budget => ({ left: 60_000_000 })
/** Edges that a parallel is held against, 3 ns each. */
export const edgeVisits = (): Budget => ({ left: 1_000_000_000 })
