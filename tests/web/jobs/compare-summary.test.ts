import { expect, test } from 'vitest'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { summarySentences } from '~/components/jobs/compare/summary-sentences.ts'
import { report } from '../support/report-fixture.ts'

const national = (modelled: number, half: number) => ({
  clusters: 100,
  observed: null,
  observed_lower: null,
  observed_upper: null,
  modelled,
  modelled_lower: modelled - half,
  modelled_upper: modelled + half,
  people: null,
  affected: null,
  affected_lower: null,
  affected_upper: null,
  exceedance: null,
  raked_to: null,
  unraked: null,
})
const job = (
  facts: { lpd?: number[]; figure?: [number, number]; seed?: number } & Partial<JobReport>,
): JobReport => {
  const { lpd, figure = [0.32, 0.01], seed = 1, ...changes } = facts
  return {
    ...report,
    ...changes,
    diagnostics: {
      national: national(...figure),
      parameters: { weighted: true, seed, folds: 3, block_folds: 3, block_km: 100 },
      ...(lpd && {
        fold_scores: { cv_block: { lpd, squared_error: [] }, cv_random: { lpd: [], squared_error: [] } },
      }),
    },
  }
}

test('says which predicts better, with the standard error over folds', () => {
  const a = job({ lpd: [-100, -101, -99] })
  expect(summarySentences([a, job({ lpd: [-96, -96, -96] })])[0]).toBe(
    'B predicts held-out blocks better, by 12.0 ± 1.7 in log predictive density.',
  )
  expect(summarySentences([a, job({ lpd: [-104, -106, -104] })])[0]).toMatch(
    /^A predicts held-out blocks better/,
  )
  expect(summarySentences([a, job({ lpd: [-90, -111, -99] })])[0]).toMatch(
    /equally well: they differ by 0\.0 ±/,
  )
})

test('does not compare predictions of other folds', () => {
  const sentences = summarySentences([job({ lpd: [-1, -2] }), job({ lpd: [-3, -4], seed: 2 })])
  expect(sentences[0]).toBe('Their block folds differ, so their predictions cannot be compared.')
})

test.each([
  [[0.32, 0.02], [0.324, 0.02], 'within both intervals'],
  [[0.32, 0.02], [0.335, 0.01], 'within the interval of A only'],
  [[0.32, 0.01], [0.335, 0.02], 'within the interval of B only'],
  [[0.32, 0.01], [0.4, 0.01], 'outside both intervals'],
] as [[number, number], [number, number], string][])('national figures %j and %j are %s', (a, b, where) => {
  expect(summarySentences([job({ figure: a }), job({ figure: b })])[0]).toContain(where)
})

test('says what both can be used for', () => {
  const verdicts = (a: JobReport['verdict'], b: JobReport['verdict']) =>
    summarySentences([job({ verdict: a }), job({ verdict: b })]).at(-1)
  expect(verdicts('adm2', 'cells')).toBe('A is usable for: ADM2; B is usable for: cells.')
  expect(verdicts('nation', 'nation')).toBe('Both are usable for: nation.')
  expect(verdicts('none', 'adm1')).toBe('A is not usable; B is usable for: ADM1.')
  expect(summarySentences([job({ verdict: null }), job({ verdict: 'adm1' })])).toHaveLength(1)
})
