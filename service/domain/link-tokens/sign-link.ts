import { sql } from '#drizzle'
import { BASE_PATH } from '#contract/endpoint.ts'
import { LINK_MINUTES, type SignedLink } from '#contract/accounts/signed-links.ts'
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

/** Signs targets that the caller has found; all tokens expire at the same time. */
export async function tokenSigner(
  services: Pick<Services, 'db'>,
  { minutes = LINK_MINUTES, issuedBy, accessTokenId = null }: LinkGiver & { minutes?: number },
): Promise<(target: LinkTarget) => { token: string; expires_at: string }> {
  const secret = await currentSecret(services.db)
  const { rows } = await services.db.execute<{ now_us: string }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us`,
  )
  const issuedAtUs = Number(rows[0].now_us)
  const expiresAtUs = issuedAtUs + minutes * 60_000_000
  const expires_at = new Date(expiresAtUs / 1000).toISOString()
  return ({ kind, recordId, part, name }) => {
    const claims = {
      kind,
      recordId: String(recordId),
      part,
      issuedAtUs,
      expiresAtUs,
      issuedBy,
      accessTokenId,
    }
    return { token: makeToken(secret, claims, name), expires_at }
  }
}

/** Signs links to files. */
export async function linkSigner(
  services: Pick<Services, 'db' | 'config'>,
  giver: Parameters<typeof tokenSigner>[1],
): Promise<(target: LinkTarget) => SignedLink> {
  const sign = await tokenSigner(services, giver)
  return (target) => {
    const { token, expires_at } = sign(target)
    const path = `${BASE_PATH}/files/signed/${token}/${encodeURIComponent(target.name)}`
    return { url: services.config.apiPublicUrl + path, expires_at }
  }
}

/** A link to one file, as `linkSigner` signs many. */
export async function signLink(
  services: Parameters<typeof linkSigner>[0],
  target: LinkTarget,
  giver: Parameters<typeof linkSigner>[1],
): Promise<SignedLink> {
  const sign = await linkSigner(services, giver)
  return sign(target)
}
