import type { LINK_KINDS } from '#contract/accounts/signed-links.ts'
import type { Services } from '../../context.ts'
import type { StoredDownload } from '../../files/stored-download.ts'

export type LinkKind = (typeof LINK_KINDS)[number]

/** Finds a record's file; throws a ServiceError if the record or its part does not exist. */
export type LinkResolver = (
  services: Pick<Services, 'db' | 'files'>,
  recordId: string,
  part: string,
) => Promise<StoredDownload>
