import { GATHER_PARTS, type JobMethods, type MethodsBlock } from '#contract/jobs/job-methods.ts'
import { choices } from './choices.ts'
import { equations } from './equations.ts'
import { access, biases, otherInputs, selection, sharing, sources } from './inputs.ts'
import type { MethodsRecord } from './methods-record.ts'
import { funding, indicator } from './objectives.ts'
import { overview } from './overview.ts'
import { performance } from './performance.ts'
import { code, estimates, files, interpretation, limits } from './results.ts'
import { uncertainty } from './uncertainty.ts'

const [OBJECTIVES, INPUTS, ANALYSIS, RESULTS] = GATHER_PARTS

/** The items of the checklist, 1 to 18, in its order: Stevens et al. 2016, Lancet 388, e19–e23. */
const ITEMS: [
  part: (typeof GATHER_PARTS)[number],
  title: string,
  (record: MethodsRecord) => MethodsBlock[],
][] = [
  [OBJECTIVES, 'Indicator, population and period', indicator],
  [OBJECTIVES, 'Funding', funding],
  [INPUTS, 'How the data were identified and accessed', access],
  [INPUTS, 'Inclusion and exclusion', selection],
  [INPUTS, 'Data sources and their characteristics', sources],
  [INPUTS, 'Potential biases of the data', biases],
  [INPUTS, 'Other data: covariates, population, outlines', otherInputs],
  [INPUTS, 'Access to the data', sharing],
  [ANALYSIS, 'Overview of the method', overview],
  [ANALYSIS, 'Equations and steps', equations],
  [ANALYSIS, 'Choice of the model', choices],
  [ANALYSIS, 'Performance', performance],
  [ANALYSIS, 'Uncertainty, and what intervals leave out', uncertainty],
  [ANALYSIS, 'Source code', code],
  [RESULTS, 'Files with the estimates', files],
  [RESULTS, 'Estimates with their uncertainty', estimates],
  [RESULTS, 'Interpretation', interpretation],
  [RESULTS, 'Limits', limits],
]

/** Methods, data and limits of a job: depends on the record alone. */
export function writeMethods(record: MethodsRecord): JobMethods {
  const { report } = record
  return {
    id: report.id,
    job_key: report.job_key,
    title: `${report.country}, ${report.target}, ${report.source} ${report.source_wave}, round ${report.round}`,
    simulated: report.simulated,
    items: ITEMS.map(([part, title, write], i) => ({
      number: i + 1,
      part,
      title,
      blocks: write(record),
    })),
  }
}
