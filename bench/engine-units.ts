/*
 * The test of all units together on synthetic countries with known truth: the share of surveys rejected at 5 % and how
 * many p-values are in each tenth from 0 to 1, level if the test is calibrated. In the last two countries the model is
 * wrong, and a rejection is right. METHOD (default gp), SEEDS (default 100), FIRST (default 1) and ONLY (part of a
 * country's name) choose.
 */
import type { Method } from '../service/modelling/model-parameters.ts'
import { methodFor, modelOf } from '../service/modelling/models.ts'
import { testUnits } from '../service/modelling/units/unit-test.ts'
import { SCENARIOS, type Scenario, simulateScenario } from './lib/scenarios.ts'

const seeds = Number(process.env.SEEDS ?? 100)
const first = Number(process.env.FIRST ?? 1)
const only = process.env.ONLY ?? ''
const method = (process.env.METHOD ?? 'gp') as Method

const scenario = (name: string) => SCENARIOS.find((one) => one.name === name)!
interface Country extends Scenario {
  /** The share of each cluster of one unit's other people who are recorded as cases, too. */
  wrong?: number
}
const COUNTRIES: Country[] = [
  ...[60, 150, 250].map((clusters) => ({
    ...scenario('well specified'),
    name: `well specified, ${clusters} clusters`,
    clusters,
  })),
  ...['cluster sd 1.2', 'over-dispersed, excess zeros', 'rare (0.5 %)'].map(scenario),
  scenario('region of exact zeros'),
  { ...scenario('well specified'), name: 'cases recorded wrongly in one unit', wrong: 0.3 },
]

console.log('country | rejected at 5 % | p-values by tenths')
for (const country of COUNTRIES.filter(({ name }) => name.includes(only))) {
  const tenths = new Float64Array(10)
  let rejected = 0
  for (let seed = first; seed < first + seeds; seed++) {
    const { input } = simulateScenario(country, seed)
    const { clusters, admin, covariatesAtClusters, covariateNames } = input
    const [{ clusterUnit, unitCount }] = admin
    const wrong = (i: number) => (clusterUnit[i] === clusterUnit[0] ? (country.wrong ?? 0) : 0)
    const numerator = clusters.numerator.map(
      (y, i) => y + Math.round(wrong(i) * (clusters.denominator[i] - y)),
    )
    const data = { ...clusters, numerator, covariates: covariatesAtClusters }
    const fit = await modelOf(methodFor(method, clusters.id.length)).fit(data, covariateNames, {
      strict: true,
    })
    const p = testUnits(fit.unitResiduals(clusterUnit, unitCount))!.p_value
    if (p < 0.05) rejected++
    tenths[Math.min(9, Math.floor(10 * p))]++
  }
  console.log([country.name, `${((100 * rejected) / seeds).toFixed(1)} %`, tenths.join(' ')].join(' | '))
}
