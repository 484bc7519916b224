import { CONFIGURATION_MAX_BYTES } from '#contract/configuration-limits.ts'
import type { Validation } from '#contract/submissions.ts'
import { eq } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import { files, submissions } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { validateConfiguration } from '../configuration/validate-configuration.ts'

/** The configuration as it would be validated now; points files that were sent with it are not. */
export async function getConfiguration(services: Services, id: number, caller: Caller): Promise<Validation> {
  const [file] = await services.db
    .select({ name: files.name, key: files.key })
    .from(submissions)
    .innerJoin(files, eq(files.id, submissions.config_file_id))
    .where(eq(submissions.id, id))
  if (!file) throw new ServiceError('not-found', `There is no submission ${id}.`)
  const content = await services.files.readAll(file.key, { maxBytes: CONFIGURATION_MAX_BYTES })
  const { validation } = await validateConfiguration(services, { content, name: file.name }, [], caller)
  return validation
}
