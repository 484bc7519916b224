import type { Answer } from '#contract/endpoint.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import type { listJobAdmData } from '#contract/jobs/job-outputs.ts'
import { SURFACES, type Surface } from '#contract/jobs/output-types.ts'
import { plainSurfaces } from '../../support/jobs/plain-surfaces.ts'
import { NO_FIGURES } from './no-figures.ts'

const summary = (min: number, max: number) => ({ min, max, mean: (min + max) / 2, histogram: [1, 4, 2] })
const figures = { r2: 0.31, rmse_pooled: 0.13, mae: 0.1, lpd: -1226.4, crps: 0.07 }

export const report: JobReport = {
  id: 42,
  submission_id: 7,
  status: 'completed',
  step: null,
  fraction: 1,
  reason: null,
  queue_position: null,
  attempt: 1,
  job_key: 'nga-safe-water-sim-2024-r1-42',
  submission_title: 'First look',
  app_user_id: 1,
  owner_id: 1,
  app_user_name: 'Ada Lovelace',
  iso3_code: 'NGA',
  country: 'Nigeria',
  target: 'safe_water',
  source: 'SIM',
  source_wave: '2024',
  source_date: null,
  round: '1',
  data_description: 'Households with safe water',
  stack_name: 'nga_basic',
  stack_version: 1,
  rake_to: null,
  raked_units: 0,
  superseded_by: null,
  ...NO_FIGURES,
  method: 'gp',
  tags: [{ id: 1, name: 'sample', colour: '#1dd3b0' }],
  final: true,
  all_adm_pass: false,
  is_overfit: null,
  verdict: null,
  datetime_submitted: '2026-11-20T10:00:00Z',
  datetime_started: '2026-11-20T10:00:05Z',
  datetime_finished: '2026-11-20T10:01:17Z',
  layer: { iso3_code: 'NGA', target: 'safe_water', seed: 1, survey: '' },
  simulated: false,
  names: {},
  removed: {},
  note: null,
  bounds: [2.6, 4.2, 14.7, 13.9],
  surfaces: {
    ...plainSurfaces(summary(0.05, 0.42)),
    mean: summary(0.08, 0.82),
    lower: summary(0.03, 0.7),
    upper: summary(0.2, 0.9),
  },
  outputs: [
    { type: 'mean', name: 'mean.tif', media_type: 'image/tiff', size: 1_234_567, sha256: 'ab'.repeat(32) },
  ],
  place_groups: [{ version_id: 2, place_type: 'adm1', version: 'natural-earth' }],
  covariates: [],
  diagnostics: {
    train: figures,
    cv_random: { ...figures, r2: 'lost' },
    national: {
      clusters: 505,
      observed: 0.352,
      observed_lower: 0.331,
      observed_upper: 0.374,
      modelled: 0.346,
      modelled_lower: 0.32,
      modelled_upper: 0.371,
    },
    parameters: { method: 'gp', seed: 1, urban_share: 0.31 },
  },
}

/** The values of the surfaces at a place; null for the others. */
export const valuesOf = (known: Partial<Record<Surface, number>>) => ({
  ...(Object.fromEntries(SURFACES.map((surface) => [surface, null])) as Record<Surface, null>),
  ...known,
})

type Unit = Answer<typeof listJobAdmData>['content'][number]
const unit = (name: string, part: Partial<Unit>): Unit => ({
  level: 1,
  code: name,
  name,
  clusters: 20,
  observed: 0.4,
  observed_lower: 0.3,
  observed_upper: 0.5,
  modelled: 0.42,
  modelled_lower: 0.37,
  modelled_upper: 0.47,
  z: 0.4,
  pass: true,
  people: 1_000_000,
  affected: 420_000,
  affected_lower: 370_000,
  affected_upper: 470_000,
  exceedance: null,
  rank: 2,
  rank_lower: 1,
  rank_upper: 3,
  highest: 0.2,
  highest_fifth: 0.6,
  lowest_fifth: 0.1,
  ...part,
})

export const units: Unit[] = [
  unit('Kano', { modelled: 0.61, z: 3.1, pass: false }),
  unit('Abia', { modelled: 0.25, z: -1.2 }),
  unit('Lagos', {
    clusters: 4,
    observed: null,
    observed_lower: null,
    observed_upper: null,
    z: null,
    pass: null,
  }),
  unit('Ikeja', { level: 2, modelled: 0.33 }),
]
