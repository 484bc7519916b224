import type { VerdictLevel } from '#contract/jobs/verdict.ts'

export const VERDICT_LABELS: Record<VerdictLevel, string> = {
  cells: 'Cells',
  adm2: 'ADM2',
  adm1: 'ADM1',
  nation: 'Nation',
  none: 'Not usable',
}

export const VERDICT_ABOUT: Record<VerdictLevel, string> = {
  cells: 'Down to single cells: they meet all conditions',
  adm2: 'Down to units of the second level; single cells do not meet all conditions',
  adm1: 'Down to units of the first level; smaller areas do not meet all conditions',
  nation: 'The national figure only: no smaller area meets all conditions',
  none: 'No level meets all conditions: read what is wrong before you use any figure',
}
