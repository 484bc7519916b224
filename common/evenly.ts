/** Positions of at most `max` of `count` things, as far from each other as possible, ascending. */
export function evenly(count: number, max = count): number[] {
  const size = Math.min(count, max)
  return Array.from({ length: size }, (_, at) => Math.floor((at * count) / size))
}
