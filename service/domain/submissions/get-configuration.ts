import { CONFIGURATION_MAX_BYTES } from '#contract/submissions/configuration-limits.ts'
import type { Validation } from '#contract/submissions/submissions.ts'
import type { Caller, Services } from '../../context.ts'
import { validateConfiguration } from '../configuration/validate-configuration.ts'
import { findConfigFile } from './download-config.ts'

/** The configuration as it would be validated now; points files that were sent with it are not. */
export async function getConfiguration(services: Services, id: number, caller: Caller): Promise<Validation> {
  const { name, key } = await findConfigFile(services.db, id)
  const content = await services.files.readAll(key, { maxBytes: CONFIGURATION_MAX_BYTES })
  const { validation } = await validateConfiguration(services, { content, name }, [], caller)
  return validation
}
