/** What of a job the sentences depend on. */
interface SurveyedJob {
  layer: Record<string, unknown>
  parameters: { weighted?: unknown }
  findings: readonly { kind: string; message: string }[]
}

/** Whether the layer names a column of the points file for this meaning. */
export function hasColumn(layer: Record<string, unknown>, column: string): boolean {
  const columns = layer['columns']
  return typeof columns === 'object' && columns !== null && Boolean(Reflect.get(columns, column))
}

/** Whether weights distinguish clusters. */
export const isWeighted = ({ parameters }: Pick<SurveyedJob, 'parameters'>): boolean =>
  parameters.weighted === true

/** Why the national figure of a survey without weights may count towns too much. */
export const townWarnings = (job: Omit<SurveyedJob, 'layer'>): string[] =>
  isWeighted(job)
    ? []
    : job.findings
        .filter(({ kind }) => kind === 'urban' || kind === 'urban-share')
        .map(({ message }) => message)
