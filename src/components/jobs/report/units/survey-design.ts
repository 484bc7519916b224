import type { JobReport } from '#contract/jobs/job-shapes.ts'
import * as contract from '#common/town-warnings.ts'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'

export type Surveyed = Pick<JobReport, 'layer'> & { diagnostics?: unknown }

const jobOf = ({ layer, diagnostics }: Surveyed) => {
  const { parameters = {}, findings = [] } = readDiagnostics(diagnostics) ?? {}
  return { layer, parameters, findings }
}

/** Whether weights distinguish the clusters of the report's survey. */
export const isWeighted = (report: Surveyed) => contract.isWeighted(jobOf(report))

/** Whether figures of areas count people; else they are means over cells. */
export const hasPopulation = ({ layer }: Surveyed) => typeof layer['population_band_id'] === 'number'

/** What to read beside the report's national figure. */
export const townWarnings = (report: Surveyed) => contract.townWarnings(jobOf(report))
