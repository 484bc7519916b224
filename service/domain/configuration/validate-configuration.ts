import { asRejection } from '../tables/as-rejection.ts'
import type { Finding } from '#contract/shapes.ts'
import type { Validation } from '#contract/submissions/submissions.ts'
import { capFindings } from '../../tables/cap-findings.ts'
import { validateTable } from './validate-cells.ts'
import type { TableFormat } from '../../tables/format-of.ts'
import type { Caller, Services } from '../../context.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import type { SentFile } from './find-survey.ts'
import { validateAgainstCatalogues, type ResolvedLayer } from './validate-against-catalogues.ts'
import { readConfiguration } from './read-configuration.ts'

export interface ValidatedConfiguration {
  validation: Validation
  format: TableFormat
  /** The total number of errors, including those that the answer omits. */
  errors: Finding[]
  layers: ResolvedLayer[]
}

/** Cell by cell, then against the catalogues; read-only. Two points files with the same name are rejected. */
export async function validateConfiguration(
  services: Services,
  { content, name }: Pick<SentFile, 'content'> & Partial<SentFile>,
  sent: readonly SentFile[],
  caller: Caller,
): Promise<ValidatedConfiguration> {
  const names = sent.map(({ name }) => name.toLowerCase())
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) {
    throw new ServiceError('invalid', sentence`Two points files are called '${twice}'; rename one of them.`)
  }
  const table = await parse(content, name ?? '', caller)
  const alone = validateTable(table)
  const { layers, findings } = await validateAgainstCatalogues(services, alone.drafts, sent, caller)
  const all = [...alone.findings, ...findings]
  const errors = all.filter(({ severity }) => severity === 'error')
  return {
    validation: {
      valid: errors.length === 0,
      columns: table.columns,
      rows: table.rows.map(({ row, cells, others }) => ({
        row,
        cells: { ...others, ...(cells as Record<string, string>) },
      })),
      findings: capFindings(all),
    },
    format: table.format,
    errors,
    layers: errors.length === 0 ? layers : [],
  }
}

async function parse(content: Buffer, name: string, caller: Caller) {
  try {
    return await readConfiguration(content, name, caller)
  } catch (error) {
    throw asRejection(error)
  }
}
