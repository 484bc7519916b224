/**
 * How well places can be distinguished, between 0 and 1: the variance of their means over its sum with the mean posterior
 * variance, each place with its weight. Of a calibrated posterior it is the expected squared correlation of the means
 * with the truth, known as reliability or rankability (Lingsma et al. 2010, BMC Med Res Methodol 10: 93). Null for fewer
 * than two places.
 */
export function separation(
  means: ArrayLike<number>,
  deviations: ArrayLike<number>,
  weights: ArrayLike<number>,
): number | null {
  let total = 0
  let sum = 0
  let places = 0
  for (let i = 0; i < means.length; i++) {
    if (!(weights[i] > 0)) continue
    total += weights[i]
    sum += weights[i] * means[i]
    places++
  }
  if (places < 2) return null
  const mean = sum / total
  let between = 0
  let within = 0
  for (let i = 0; i < means.length; i++) {
    if (!(weights[i] > 0)) continue
    between += weights[i] * (means[i] - mean) ** 2
    within += weights[i] * deviations[i] ** 2
  }
  return between + within > 0 ? between / (between + within) : 0
}
