/**
 * Values with weights, of which most are 1, in two lists: whole cells are sorted without their weights.
 */
export class WeightedValues {
  private whole = new Float64Array(64)
  private count = 0
  private readonly parts: [value: number, weight: number][] = []

  get size() {
    return this.count + this.parts.length
  }

  add(value: number, weight: number): void {
    if (weight < 1) {
      this.parts.push([value, weight])
      return
    }
    if (this.count === this.whole.length) {
      const larger = new Float64Array(2 * this.count)
      larger.set(this.whole)
      this.whole = larger
    }
    this.whole[this.count++] = value
  }

  /**
   * Quantiles by linear interpolation between the positions sᵢ = i·wᵢ + (n − 1)·Σⱼ﹤ᵢ wⱼ of the sorted values, of which the
   * last is (n − 1)·Σw: type 7 where weights are equal, and what exactextract computes. Null without values.
   */
  quantiles(shares: readonly number[]): (number | null)[] {
    const n = this.size
    if (n === 0) return shares.map(() => null)
    const whole = this.whole.subarray(0, this.count).sort()
    const parts = this.parts.sort(([one, w1], [other, w2]) => one - other || w2 - w1)
    const total = this.count + parts.reduce((sum, [, weight]) => sum + weight, 0)
    const targets = shares.map((share, place) => ({ position: share * (n - 1) * total, place }))
    targets.sort((one, other) => one.position - other.position)
    const found: (number | null)[] = shares.map(() => null)
    let [w, p, before, next] = [0, 0, 0, 0]
    let [lastPosition, lastValue] = [0, Number.NaN]
    for (let i = 0; i < n; i++) {
      const isWhole = p === parts.length || (w < whole.length && whole[w] <= parts[p][0])
      const [value, weight] = isWhole ? [whole[w++], 1] : parts[p++]
      const position = i * weight + (n - 1) * before
      before += weight
      while (next < targets.length && targets[next].position < position) {
        const share = (targets[next].position - lastPosition) / (position - lastPosition)
        found[targets[next++].place] = lastValue + share * (value - lastValue)
      }
      ;[lastPosition, lastValue] = [position, value]
    }
    for (const { place } of targets.slice(next)) found[place] = lastValue
    return found
  }
}
