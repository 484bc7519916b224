import type { VerdictLevel } from '#contract/jobs/verdict.ts'

export const VERDICT_LABELS: Record<VerdictLevel, string> = {
  cells: 'Cells',
  adm2: 'ADM2',
  adm1: 'ADM1',
  nation: 'Nation',
  none: 'Not usable',
}

export const VERDICT_ABOUT: Record<VerdictLevel, string> = {
  cells: 'For cells: also single cells are informative and calibrated',
  adm2: 'For units of the second level and larger areas; single cells are too uncertain',
  adm1: 'For units of the first level and the nation; smaller areas are too uncertain',
  nation: 'For the national figure only; areas within the country cannot be distinguished reliably',
  none: 'For no level: read what is wrong before you use any figure',
}
