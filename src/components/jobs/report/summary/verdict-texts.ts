import type { VerdictLevel } from '#contract/jobs/verdict.ts'
import { decimal } from '~/lib/figures.ts'
import type { Criterion } from '../diagnostics/diagnostics.ts'
import { percent, pText } from '../format.ts'

export const LEVEL_NAMES: Record<Exclude<VerdictLevel, 'none'>, string> = {
  cells: 'Cells',
  adm2: 'Second-level units',
  adm1: 'First-level units',
  nation: 'Nation',
}

/** What to do with the layer. */
export const VERDICT_SENTENCES: Record<VerdictLevel, string> = {
  cells: 'Use it down to single cells.',
  adm2: 'Use it down to second-level units, not for single cells.',
  adm1: 'Use it down to first-level units, not for smaller areas.',
  nation: 'Use its national figure only, not its map.',
  none: 'Do not use its figures before you have read what is wrong.',
}

interface CriterionText {
  name: string
  /** Value and limit, for the table of conditions. */
  arithmetic: (criterion: Criterion) => string
  /** Completes 'Not for cells: …'. */
  failure: (criterion: Criterion) => string
}

const value = (criterion: Criterion, format: (value: number) => string) =>
  criterion.value === null ? 'cannot be tested' : format(criterion.value)

export const CRITERION_TEXTS: Record<Criterion['name'], CriterionText> = {
  precision: {
    name: 'Narrow intervals',
    arithmetic: (one) => `${value(one, (share) => percent(share, 0))}, at least ${percent(one.limit, 0)}`,
    failure: (one) =>
      one.level === 'nation'
        ? 'its interval is too wide'
        : `only ${value(one, (share) => percent(share, 0))} ${one.level === 'cells' ? 'of the people live in cells with' : 'of the units have'} a narrow interval`,
  },
  separation: {
    name: 'Differences above uncertainty',
    arithmetic: (one) => `${value(one, (share) => decimal(share))}, at least ${decimal(one.limit)}`,
    failure: () => 'they differ too little for their uncertainty to be distinguished',
  },
  direct: {
    name: 'Width against the direct estimate',
    arithmetic: (one) => `${value(one, (ratio) => decimal(ratio))} ×, at most ${decimal(one.limit)} ×`,
    failure: () => 'their intervals are no narrower than those of the survey alone',
  },
  coverage: {
    name: 'Coverage in block folds, above expected',
    arithmetic: (one) =>
      `${value(one, (excess) => `${decimal(100 * excess, 1)} points`)}, at least ${decimal(100 * one.limit, 1)}`,
    failure: (one) =>
      one.value === null ? 'coverage cannot be tested' : 'intervals are too narrow in held-out blocks',
  },
  units: {
    name: 'All units together',
    arithmetic: (one) => `${value(one, pText)}, at least ${decimal(one.limit)}`,
    failure: () => 'the test of all units contradicts the model',
  },
  overfit: {
    name: 'Not overfit',
    arithmetic: (one) => (one.met ? 'not overfit' : 'overfit'),
    failure: () => 'the layer is overfit',
  },
  covariates: {
    name: 'Covariates help in held-out blocks',
    arithmetic: (one) => `${value(one, pText)}, below ${decimal(one.limit)}`,
    failure: (one) =>
      one.value === null
        ? 'there is no covariate to say how they differ from their surroundings'
        : 'covariates do not clearly improve predictions away from clusters',
  },
  extrapolation: {
    name: 'Extrapolated people or area',
    arithmetic: (one) => `${value(one, (share) => percent(share))}, at most ${percent(one.limit, 0)}`,
    failure: (one) =>
      `the map extrapolates for ${value(one, (share) => percent(share, 0))} of the people or the area`,
  },
  national: {
    name: 'Distance from the direct estimate',
    arithmetic: (one) =>
      `${value(one, (ratio) => decimal(ratio))} of the interval of their difference, at most ${decimal(one.limit, 0)}`,
    failure: () => 'the survey contradicts the modelled figure',
  },
  towns: {
    name: 'Urban share known',
    arithmetic: (one) => (one.met ? 'yes, or not needed' : 'no'),
    failure: () => 'towns may count too much',
  },
}
