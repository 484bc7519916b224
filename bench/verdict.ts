/*
 * The verdict on simulated countries with known truth (SEEDS, default 200, from FIRST, default 1001; the limits were
 * chosen with seeds 101 to 499). For each level: countries, share of districts whose 95 % interval holds the truth, rank
 * correlation of districts with the truth, the same for cells, and nations inside their interval. Where the verdict is
 * districts or cells, districts must hold in ≥ 93 % and correlate by ≥ 0.7; where it is nation, they must be worse.
 */
import { fitLayer } from '../service/modelling/fit-layer.ts'
import { VERDICT_LEVELS } from '../service/modelling/verdict/verdict-types.ts'
import { record } from './lib/record.ts'
import { simulateVerdictCountry } from './lib/verdict-countries.ts'

const seeds = Number(process.env.SEEDS ?? 200)
const first = Number(process.env.FIRST ?? 1001)

interface Row {
  level: string
  districtsHeld: number
  districtsRank: number
  cellsHeld: number
  cellsRank: number
  nationHeld: number
}

function ranks(values: ArrayLike<number>): number[] {
  const order = Array.from(values, (_, i) => i).toSorted((a, b) => values[a] - values[b])
  const rank: number[] = []
  order.forEach((at, place) => (rank[at] = place))
  return rank
}

/** Spearman's, of values without ties. */
function rankCorrelation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [x, y] = [ranks(a), ranks(b)]
  const squares = x.reduce((sum, rank, i) => sum + (rank - y[i]) ** 2, 0)
  return 1 - (6 * squares) / (x.length * (x.length ** 2 - 1))
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const rows: Row[] = []
for (let seed = first; seed < first + seeds; seed++) {
  const { input, truth, unitTruth } = simulateVerdictCountry(seed)
  const result = await fitLayer(input, {
    method: 'auto',
    folds: 5,
    blockKm: 'auto',
    draws: 500,
    seed,
    overfitGap: 0.2,
    admMinClusters: 10,
    exceedanceThreshold: null,
    urbanShare: null,
    rakeTo: null,
  })
  const districts = result.admin.filter(({ level, modelled }) => level === 2 && modelled !== null)
  const truths = districts.map(({ unit }) => unitTruth[2][unit])
  const { national, verdict } = result.diagnostics
  const isInside = (p: number, lower: number | null, upper: number | null) =>
    lower !== null && upper !== null && p >= lower && p <= upper ? 1 : 0
  rows.push({
    level: verdict.level,
    districtsHeld: mean(districts.map((one, i) => isInside(truths[i], one.modelledLower, one.modelledUpper))),
    districtsRank: rankCorrelation(
      districts.map(({ modelled }) => modelled!),
      truths,
    ),
    cellsHeld: mean(Array.from(truth, (p, cell) => isInside(p, result.lower[cell], result.upper[cell]))),
    cellsRank: rankCorrelation(result.mean, truth),
    nationHeld: isInside(unitTruth[0][0], national.modelled_lower, national.modelled_upper),
  })
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`
console.log(
  'verdict | countries | districts held | their rank correlation | cells held | theirs | nation held',
)
for (const level of VERDICT_LEVELS) {
  const some = rows.filter((row) => row.level === level)
  if (some.length === 0) continue
  const of = (key: Exclude<keyof Row, 'level'>) => mean(some.map((row) => row[key]))
  console.log(
    [
      level,
      some.length,
      percent(of('districtsHeld')),
      of('districtsRank').toFixed(2),
      percent(of('cellsHeld')),
      of('cellsRank').toFixed(2),
      percent(of('nationHeld')),
    ].join(' | '),
  )
}
const usable = rows.filter(({ level }) => level === 'adm2' || level === 'cells')
const unusable = rows.filter(({ level }) => level === 'nation')
record({
  id: 'verdict',
  what: `Verdict on ${seeds} simulated countries: districts where it allows them, and where it says nation`,
  peer: 'the truth',
  bound: 'held ≥ 93 %, rank correlation ≥ 0.7; worse where it says nation',
  measured: `${usable.length} allow districts: ${percent(mean(usable.map((row) => row.districtsHeld)))} held, rank correlation ${mean(usable.map((row) => row.districtsRank)).toFixed(2)}; ${unusable.length} say nation: ${mean(unusable.map((row) => row.districtsRank)).toFixed(2)}`,
})
