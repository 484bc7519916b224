import { sql } from '#drizzle'
import { BASE_PATH } from '#contract/endpoint.ts'
import { LINK_MINUTES, type SignedLink } from '#contract/signed-links.ts'
import type { Services } from '../../context.ts'
import type { LinkKind } from './link-kind.ts'
import { currentSecret } from './secret.ts'
import { makeToken } from './token.ts'

export interface LinkTarget {
  kind: LinkKind
  recordId: number | string
  part: string
  /** The file's name: the last part of the address, covered by the signature. */
  name: string
}

/** The link's creator and their access token: the link ends with either. `issuedBy` null: the service itself. */
export interface LinkGiver {
  issuedBy: number | null
  accessTokenId?: number | null
}

/** A link to a file that the caller has found. */
export async function signLink(
  services: Pick<Services, 'db' | 'config'>,
  { kind, recordId, part, name }: LinkTarget,
  { minutes = LINK_MINUTES, issuedBy, accessTokenId = null }: LinkGiver & { minutes?: number },
): Promise<SignedLink> {
  const secret = await currentSecret(services.db)
  const { rows } = await services.db.execute<{ now_us: string }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us`,
  )
  const issuedAtUs = Number(rows[0].now_us)
  const expiresAtUs = issuedAtUs + minutes * 60_000_000
  const claims = { kind, recordId: String(recordId), part, issuedAtUs, expiresAtUs, issuedBy, accessTokenId }
  const token = makeToken(secret, claims, name)
  return {
    url: `${services.config.apiPublicUrl}${BASE_PATH}/files/signed/${token}/${encodeURIComponent(name)}`,
    expires_at: new Date(expiresAtUs / 1000).toISOString(),
  }
}
