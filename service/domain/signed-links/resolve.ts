import { sql } from '#drizzle'
import type { Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { access_tokens, signed_link_revocations, users } from '../../db/schema.ts'
import { isSideFile, noSideFile } from '../../files/side-file.ts'
import type { StoredDownload } from '../../files/stored-download.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { RESOLVERS } from './kinds.ts'
import { OF_PERSON } from './revoke.ts'
import type { LinkResolver } from '../link-tokens/link-kind.ts'
import { findSecret } from '../link-tokens/secret.ts'
import { type LinkClaims, readToken } from '../link-tokens/token.ts'

const ASK = sentence`Ask the person who sent it for a new one.`
export const forged = () =>
  new ServiceError(
    'forbidden',
    sentence`This link is not valid: it was truncated or changed. Copy the whole link again.`,
  )
const revoked = () => new ServiceError('gone', sentence`This link was revoked. ${ASK}`)

/** The clock is the database's: processes on several machines agree on expiry. */
export async function validate(db: Executor, claims: LinkClaims): Promise<void> {
  const { kind, recordId, issuedAtUs, expiresAtUs, issuedBy, accessTokenId } = claims
  const moment = (us: number) => sql`to_timestamp(${us}::bigint / 1000000.0)`
  const { rows } = await db.execute<{ expired: boolean; withdrawn: boolean; given: boolean }>(sql`
    select clock_timestamp() >= ${moment(expiresAtUs)} as expired,
      exists (
        select from ${signed_link_revocations} r
        where r.revoked_at >= ${moment(issuedAtUs)}
          and ((r.kind = ${kind} and r.record_id = ${recordId})
            or (r.kind = ${OF_PERSON} and r.record_id = ${issuedBy}::text))
      ) as withdrawn,
      (${issuedBy}::int is null
        or exists (select from ${users} u where u.id = ${issuedBy}::int and u.disabled_at is null))
      and (${accessTokenId}::int is null
        or exists (
          select from ${access_tokens} t where t.id = ${accessTokenId}::int and t.expires_at > clock_timestamp()
        )) as given`)
  const [{ expired, withdrawn, given }] = rows
  if (withdrawn || !given) throw revoked()
  if (expired) throw new ServiceError('gone', sentence`This link has expired. ${ASK}`)
}

/**
 * A link's file: 403 for one that we never signed, 404 for the side files that GDAL looks for beside it, 410 for one that has expired, was revoked or no longer has a target.
 */
export async function resolve(
  services: Pick<Services, 'db' | 'files'>,
  token: string,
  filename: string,
): Promise<StoredDownload> {
  const claims = await readToken(token, filename, (generation) => findSecret(services.db, generation))
  if (!claims) throw isSideFile(filename) ? noSideFile() : forged()
  const resolver = (RESOLVERS as Record<string, LinkResolver | undefined>)[claims.kind]
  if (!resolver) throw revoked()
  // First: the links of a deleted record are revoked as well, and 'gone' is more informative.
  const file = await find(services, resolver, claims)
  await validate(services.db, claims)
  return file
}

async function find(
  services: Pick<Services, 'db' | 'files'>,
  resolver: LinkResolver,
  claims: LinkClaims,
): Promise<StoredDownload> {
  try {
    return await resolver(services, claims.recordId, claims.part)
  } catch (error) {
    if (error instanceof ServiceError && (error.kind === 'not-found' || error.kind === 'conflict'))
      throw new ServiceError('gone', sentence`The target of this link no longer exists.`)
    throw error
  }
}
