const HIDING_SPAN = 15

/** From this many standard deviations on, extremes hide the rest; maps of the screens have the same rule. */
export const hidesRest = ({ min, max, sd }: { min: number; max: number; sd: number }) =>
  max - min > HIDING_SPAN * sd
