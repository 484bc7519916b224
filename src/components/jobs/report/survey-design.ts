import type { JobReport } from '#contract/job-shapes.ts'
import { readDiagnostics } from './diagnostics.ts'
import { percent } from './format.ts'

type Surveyed = Pick<JobReport, 'layer'> & { diagnostics?: unknown }

/** Whether the layer names a column of the points file for this meaning. */
export function hasColumn({ layer }: Surveyed, column: string): boolean {
  const columns = layer['columns']
  return typeof columns === 'object' && columns !== null && Boolean(Reflect.get(columns, column))
}

/** Whether weights distinguish clusters; of earlier jobs, only whether there is a column for them is known. */
export function isWeighted(report: Surveyed): boolean {
  const weighted = readDiagnostics(report.diagnostics)?.parameters['weighted']
  return typeof weighted === 'boolean' ? weighted : hasColumn(report, 'weight')
}

/**
 * Why the national figure of a survey without weights may count towns too much. Jobs from before layers were asked for the
 * urban share took that of the sample, without a finding.
 */
export function townWarnings(report: Surveyed): string[] {
  if (isWeighted(report)) return []
  const { findings = [], parameters = {} } = readDiagnostics(report.diagnostics) ?? {}
  const found = findings.filter(({ kind }) => kind === 'urban' || kind === 'urban-share')
  const share = parameters['urban_share']
  const isSampled =
    typeof share === 'number' && hasColumn(report, 'urban') && (report.layer['urban_share'] ?? null) === null
  return [
    ...found.map(({ message }) => message),
    ...(isSampled
      ? [
          `The survey has no weights, so its urban share, ${percent(share)}, is that of the sample. If towns were sampled more than their share of the people, the figures of the country and of its admin units count them too much. Run the layer again with weights, or with the urban share of the population (urban_share).`,
        ]
      : []),
  ]
}
