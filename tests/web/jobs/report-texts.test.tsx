import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { listFinalHistory } from '#contract/jobs/final.ts'
import { getJobValue, listJobAdmData } from '#contract/jobs/job-outputs.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { getJobReport } from '#contract/jobs/jobs.ts'
import { everyCase } from '../../support/every-case.ts'
import { answer, resetApi } from '../support/fake-api.ts'
import { report, units, valuesOf } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

type Unit = (typeof units)[number]
type Facts = Record<string, unknown>

const folds = { r2: 0.31, rmse_pooled: 0.13, mae: 0.1, coverage_95: 0.95, expected_coverage_95: 0.96 }
const coefficient = { name: 'evi', mean: 0.1, sd: 0.2, lower: -0.3, upper: 0.5, transform: 'none' }
const prior = { mean: 0.3, lower: 0.2, upper: 0.4 }
const national = {
  clusters: 505,
  observed: 0.352,
  observed_lower: 0.331,
  observed_upper: 0.374,
  modelled: 0.346,
  modelled_lower: 0.32,
  modelled_upper: 0.371,
  people: 2_000_000,
  affected: 692_000,
  affected_lower: 640_000,
  affected_upper: 742_000,
  exceedance: null,
  raked_to: null,
  unraked: null,
}
const whole: Facts = {
  train: folds,
  cv_random: folds,
  cv_block: folds,
  cv_block_without_covariates: folds,
  national,
  adm1: { tested: 2, passed: 1, together: { units: 2, chi_squared: 3.7, p_value: 0.29 } },
  overfitting: { gap: 0.1, lpd_loss: -9, standard_error: 3, p_value: 0.99 },
  importance: [{ name: 'evi', rmse_increase: 0.02 }],
  variogram: {
    distance_km: [10, 50],
    pairs: [9, 20],
    empirical: [0.2, 0.4],
    fitted: [0.3, 0.4],
    envelope: null,
  },
  pit: { cv_random: [0.5, 0.5], cv_block: [0.5, 0.5] },
  reliability: {
    cv_random: { predicted: [0.3], observed: [0.3], people: [900] },
    cv_block: { predicted: [0.3], observed: [0.3], people: [900] },
  },
  prior_sensitivity: [
    {
      variance_factor: 2,
      length_scale_factor: 2,
      national: { level: 0, name: null, before: prior, after: prior },
      unit_mean: null,
      unit_interval: null,
    },
  ],
  parameters: { method: 'gp', weighted: true, displacement: 'none', coefficients: [coefficient] },
}
const withoutPeople = (unit: Unit): Unit => ({
  ...unit,
  people: null,
  affected: null,
  affected_lower: null,
  affected_upper: null,
})
const withoutPlace = { people: null, affected: null, affected_lower: null, affected_upper: null }

interface Layer {
  facts?: Facts
  job?: Partial<JobReport>
  units?: readonly Unit[]
}
const LAYERS = {
  whole: {},
  'without population': {
    facts: { national: { ...national, ...withoutPlace } },
    job: { layer: { ...report.layer, population_band_id: null } },
    units: units.map(withoutPeople),
  },
  'without units': { facts: { adm1: undefined }, job: { all_adm_pass: null }, units: [] },
  'without covariates': {
    facts: {
      cv_block_without_covariates: undefined,
      overfitting: null,
      importance: [],
      parameters: { method: 'gp', weighted: true, displacement: 'none', coefficients: [] },
    },
    job: { is_overfit: null },
  },
  'with random folds only': {
    facts: {
      cv_block: undefined,
      cv_block_without_covariates: undefined,
      overfitting: null,
      pit: { cv_random: [0.5, 0.5], cv_block: [] },
      reliability: undefined,
    },
    job: { is_overfit: null },
  },
  raked: {
    facts: { national: { ...national, raked_to: 0.4, unraked: 0.346 } },
    job: { rake_to: 0.4 },
  },
  rare: {
    facts: { national: { ...national, observed: 0.0002, modelled: 0.00021, affected: 420 }, variogram: null },
  },
  'all zeros': {
    facts: {
      national: { ...national, observed: 0, observed_lower: null, observed_upper: null },
      variogram: null,
      overfitting: null,
      adm1: undefined,
    },
    job: { all_adm_pass: null, is_overfit: null },
    units: units.map((unit) => ({
      ...unit,
      observed: 0,
      observed_lower: null,
      observed_upper: null,
      z: null,
      pass: null,
    })),
  },
} satisfies Record<string, Layer>
type Name = keyof typeof LAYERS

const only = (...names: Name[]) => names
const except = (...names: Name[]) => (Object.keys(LAYERS) as Name[]).filter((name) => !names.includes(name))

/** What each sentence says of the layer, and the layers that it is true of. */
const SENTENCES: readonly [text: RegExp, trueOf: readonly Name[]][] = [
  [/weights the map by population/, except('without population')],
  [/population-weighted mean of the surface/, except('without population', 'without units')],
  [/people being those of the population band/, except('without population')],
  [/population counts are taken as exact/, except('without population')],
  [/is the mean of all cells, because the layer has no population/, only('without population')],
  [/mean of the surface over the cells of the unit/, only('without population')],
  [/table of admin units below/, except('without units')],
  [/testable units? inside|No unit is testable/, except('without units')],
  [/computed without admin units/, only('without units')],
  [/ADM not testable/, only('all zeros')],
  [/after the covariates/, except('without covariates', 'rare', 'all zeros')],
  [/Importance of covariates/, except('without covariates')],
  [/Covariates in held-out blocks/, except('without covariates', 'with random folds only', 'all zeros')],
  [/Block folds, no covariates/, except('without covariates', 'with random folds only')],
  [/gap between training data and block folds/, except('with random folds only')],
  [/block folds, how well it predicts in whole areas/, except('with random folds only')],
  [/the layer has no block folds/, only('with random folds only')],
  [/Reliability, block folds/, except('with random folds only')],
  [/raked to a given national prevalence/, only('raked')],
  [/Modelled, raked/, only('raked')],
  [/before raking/, only('raked')],
  [/more than 80 % of the clusters have no case, or only cases/, only('rare', 'all zeros')],
  [/Where the two intervals do not overlap, trust/, except('all zeros')],
  [/An observed share has no interval where it rests on too little/, only('all zeros')],
  [/Even a perfect model/, except('without units', 'all zeros')],
]

everyCase(
  'a report says of its layer only what is true of it',
  Object.entries(LAYERS),
  async (layer: Layer) => {
    cleanup()
    resetApi(['staff'])
    answer(getJobReport, {
      ...report,
      layer: { ...report.layer, population_band_id: 3 },
      is_overfit: false,
      ...layer.job,
      diagnostics: { ...whole, ...layer.facts },
    })
    answer(listJobAdmData, pageOf([...(layer.units ?? units)]))
    answer(listFinalHistory, pageOf([]))
    answer(getJobValue, valuesOf({ mean: 0.5, lower: 0.4, upper: 0.6, width: 0.2 }))
    show(routerAt('/spatial-catalog/report/nga-safe-water-sim-2024-r1-42'))
    await screen.findByRole('heading', { name: 'Diagnostics' })
    await waitFor(() => expect(screen.getByRole('region', { name: 'Configuration' })).toBeTruthy())
    const page = document.querySelector('main')!.textContent!.replaceAll(/\s+/g, ' ')
    const [name] = Object.entries(LAYERS).find(([, one]) => one === layer)! as [Name, Layer]
    const wrong = SENTENCES.flatMap(([text, trueOf]) =>
      text.test(page) === trueOf.includes(name)
        ? []
        : [`${trueOf.includes(name) ? 'lacks' : 'says'} ${text}`],
    )
    expect(wrong.join('; ')).toBe('')
  },
)
