/** What of a job the sentences depend on; fields of earlier jobs may be missing. */
interface SurveyedJob {
  layer: Record<string, unknown>
  parameters: { weighted?: unknown; urban_share?: unknown }
  findings: readonly { kind: string; message: string }[]
}

/** Whether the layer names a column of the points file for this meaning. */
export function hasColumn(layer: Record<string, unknown>, column: string): boolean {
  const columns = layer['columns']
  return typeof columns === 'object' && columns !== null && Boolean(Reflect.get(columns, column))
}

/** Whether weights distinguish clusters; of earlier jobs, only whether there is a column for them is known. */
export const isWeighted = ({ layer, parameters }: Pick<SurveyedJob, 'layer' | 'parameters'>): boolean =>
  typeof parameters.weighted === 'boolean' ? parameters.weighted : hasColumn(layer, 'weight')

/**
 * Why the national figure of a survey without weights may count towns too much. Jobs from before layers were asked for the
 * urban share took that of the sample, without a finding.
 */
export function townWarnings(job: SurveyedJob): string[] {
  if (isWeighted(job)) return []
  const { layer, parameters, findings } = job
  const warnings = findings.filter(({ kind }) => kind === 'urban' || kind === 'urban-share')
  const share = parameters.urban_share
  const isSampled =
    typeof share === 'number' && hasColumn(layer, 'urban') && (layer['urban_share'] ?? null) === null
  return [
    ...warnings.map(({ message }) => message),
    ...(isSampled
      ? [
          `The survey has no weights, so its urban share, ${(100 * share).toFixed(1)} %, is that of the sample. If towns were sampled more than their share of the people, the figures of the country and of its admin units count them too much. Run the layer again with weights, or with the urban share of the population (urban_share).`,
        ]
      : []),
  ]
}
