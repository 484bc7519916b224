/** Circles of more places are smaller, so that they don't cover each other. */
const ROOMY = 2000

/** How large circles of `count` places are drawn, relative to those of few. */
export const circleSize = (count: number) => Math.min(1, Math.sqrt(ROOMY / count))
