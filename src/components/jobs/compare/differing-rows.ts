import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { NONE } from '~/lib/figures.ts'
import { VERDICT_LABELS } from '../verdict-labels.ts'
import { formatRaking } from '../report/format.ts'
import { configurationRows } from '../report/configuration.tsx'

const yesNo = (value: boolean | null) => (value === null ? NONE : value ? 'Yes' : 'No')

const OUTCOMES: readonly [name: string, of: (job: JobReport) => string][] = [
  ['Status', ({ status }) => status],
  ['Final', ({ final }) => yesNo(final)],
  ['All ADM pass', ({ all_adm_pass }) => yesNo(all_adm_pass)],
  ['Overfit', ({ is_overfit }) => yesNo(is_overfit)],
  ['Usable for', ({ verdict }) => (verdict === null ? NONE : VERDICT_LABELS[verdict])],
  ['Raking', (job) => formatRaking(job) ?? 'Not raked'],
  ['Submitted by', ({ app_user_name }) => app_user_name],
]

interface DifferingRow {
  name: string
  /** A column of the configuration. */
  configured: boolean
  /** One per job. */
  values: string[]
}

/** It names a job, not a setting of the model. */
const NO_SETTING = 'improves'

/** Outcomes and configuration values that are not the same in all jobs. */
export function differingRows(jobs: readonly JobReport[]): DifferingRow[] {
  const outcomes = OUTCOMES.map(([name, of]) => ({ name, configured: false, values: jobs.map(of) }))
  const layers = jobs.map(({ layer }) => new Map(configurationRows(layer)))
  const columns = [...new Set(layers.flatMap((layer) => [...layer.keys()]))].filter(
    (column) => column !== NO_SETTING,
  )
  const configured = columns.map((name) => ({
    name,
    configured: true,
    values: layers.map((layer) => layer.get(name) ?? NONE),
  }))
  return [...outcomes, ...configured].filter(({ values }) => new Set(values).size > 1)
}

/** Metrics can be compared only if they are about the same observations. */
export const sameData = (jobs: readonly JobReport[]): boolean =>
  new Set(
    jobs.map(({ id, layer }) =>
      // Points sent with a configuration may be others each time.
      JSON.stringify([layer['survey_id'] ?? `job ${id}`, layer['columns'] ?? null]),
    ),
  ).size === 1
