import {
  BLOCK_KM,
  type CONFIGURATION_COLUMNS,
  type ConfigurationColumn,
  MAX_TAGS,
  MAX_TAG_LENGTH,
  MAX_UNIT_FIGURES,
  METHODS,
  NUMBER_OPTIONS,
  PREVALENCE,
  SAMPLED_SHARE,
  TEXT_LENGTHS,
} from '#contract/submissions/configuration.ts'
import { DISPLACEMENTS } from '#contract/surveys/displacement.ts'
import { REMEDIES } from '#contract/surveys/remedies.ts'

const PREVALENCE_RULE = `a number from ${PREVALENCE.from} to ${PREVALENCE.to}`

const RULES: Partial<Record<ConfigurationColumn, string>> = {
  iso3_code: 'an ISO 3166 code of three letters',
  source_date: 'a date, YYYY-MM-DD',
  remedies: `${REMEDIES.join(', ')}; several are separated by commas`,
  displacement: DISPLACEMENTS.join(', '),
  stack_version: 'a whole number',
  adm_levels: '1, 2 or 1,2',
  method: METHODS.join(', '),
  block_km: `auto, or a number from ${BLOCK_KM.from} to ${BLOCK_KM.to}`,
  exceedance_threshold: PREVALENCE_RULE,
  urban_share: `${SAMPLED_SHARE}, or ${PREVALENCE_RULE}`,
  rake_to: PREVALENCE_RULE,
  rake_to_admin: `unit=prevalence, up to ${MAX_UNIT_FIGURES} separated by semicolons; each ${PREVALENCE_RULE}`,
  tags: `up to ${MAX_TAGS} tags of up to ${MAX_TAG_LENGTH} characters, separated by commas`,
  improves: 'a whole number',
}

/** The allowed values of this column's cells, from the same numbers that the service validates with. */
export function ruleOf(column: ConfigurationColumn): string {
  const rule = RULES[column]
  if (rule !== undefined) return rule
  const number = NUMBER_OPTIONS[column as keyof typeof NUMBER_OPTIONS]
  if (number) return `a ${number.whole ? 'whole ' : ''}number from ${number.from} to ${number.to}`
  return `text of up to ${TEXT_LENGTHS[column as keyof typeof TEXT_LENGTHS]} characters`
}

/** The meaning of an empty cell; null if the column must be filled. */
export function emptyOf(column: (typeof CONFIGURATION_COLUMNS)[number]): string | null {
  if (column.required) return null
  if ('empty' in column) return column.empty
  return String(NUMBER_OPTIONS[column.name as keyof typeof NUMBER_OPTIONS].fallback)
}
