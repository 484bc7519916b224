/** `part` of `whole` in percent with two decimals; zero if the quotient is not a number. */
export function percentage(part: number, whole: number): string {
  const value = (part / whole) * 100
  return (Number.isFinite(value) ? value : 0).toFixed(2)
}

/** How much is done, in whole percent: 100 % only at the end. */
export const wholePercent = (share: number): string => `${Math.floor(share * 100)} %`
