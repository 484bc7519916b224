import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loose_files } from '#service/db/schema.ts'
import { type SentFields, type SentPart, multipart } from '../../fixtures/configuration/send.ts'
import type { TestPerson, TestService } from '../../support/service.ts'

/** Posts a multipart form as this person. */
export function post(
  service: TestService,
  person: TestPerson | undefined,
  url: string,
  fields: SentFields,
  files: readonly SentPart[],
) {
  const { payload, headers } = multipart(fields, files)
  return service.inject({ method: 'POST', url, payload, headers: { ...headers, ...person?.headers } })
}

/** Files in the store, finished or not, and keys that no record has adopted. */
export async function leftovers(service: TestService): Promise<{ stored: number; loose: number }> {
  const folder = join(service.services.config.dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const loose = await service.services.db.select().from(loose_files)
  return { stored: entries.filter((entry) => entry.isFile()).length, loose: loose.length }
}
