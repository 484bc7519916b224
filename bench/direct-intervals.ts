/*
 * Direct 95 % intervals by number of clusters, over simulated units with known prevalence: clusters of 15 to 34 people whose
 * logits differ with the given sd, and weights whose logarithms differ with an sd of 0.5. SEEDS (default 20,000) are units per
 * row. Share of intervals that contain the truth, of units that have one, and their mean width in points.
 */
import { directEstimate } from '../service/modelling/units/direct-estimate.ts'
import { expit, logit } from '../service/modelling/likelihood/likelihood.ts'
import { logisticNormalMean } from '../service/modelling/likelihood/predictive.ts'
import { seededRandom } from '../service/modelling/numerics/random.ts'

const seeds = Number(process.env.SEEDS ?? 20_000)
const percent = (value: number) => `${(100 * value).toFixed(1)} %`

console.log('clusters | prevalence | sd of clusters | intervals hold | have one | width')
for (const clusters of [2, 3, 4, 5, 10, 20])
  for (const median of [0.1, 0.3])
    for (const clusterSd of [0.3, 0.8]) {
      const random = seededRandom(1, clusters)
      const truth = logisticNormalMean(logit(median), clusterSd)
      let present = 0
      let held = 0
      let width = 0
      for (let seed = 0; seed < seeds; seed++) {
        const denominator = Float64Array.from({ length: clusters }, () => 15 + random.below(20))
        const weight = denominator.map(() => Math.exp(0.5 * random.normal()))
        const numerator = denominator.map((people) => {
          const p = expit(logit(median) + clusterSd * random.normal())
          let cases = 0
          for (let i = 0; i < people; i++) if (random.uniform() < p) cases++
          return cases
        })
        const stratum = Array.from({ length: clusters }, () => null)
        const { lower, upper } = directEstimate({ numerator, denominator, weight, stratum })
        if (lower === null || upper === null) continue
        present++
        width += upper - lower
        if (lower <= truth && truth <= upper) held++
      }
      console.log(
        [
          clusters,
          percent(truth),
          clusterSd,
          present ? percent(held / present) : '–',
          percent(present / seeds),
          present ? ((100 * width) / present).toFixed(1) : '–',
        ].join(' | '),
      )
    }
