import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { SigningSecret } from './secret.ts'

/**
 * A link's claims. Times are the database's: microseconds since 1970, so that a link created right after a revocation
 * counts.
 */
export interface LinkClaims {
  kind: string
  recordId: string
  part: string
  issuedAtUs: number
  expiresAtUs: number
  /** The link's creator; null for the service itself. */
  issuedBy: number | null
  /** The access token that created the link; null for a session. */
  accessTokenId?: number | null
}

const claims = z.tuple([
  z.int().positive(),
  z.string().max(40),
  z.string().max(60),
  z.string().max(40),
  z.int().positive(),
  z.int().positive(),
  z.int().positive().nullable(),
  // Links of previous versions end before it.
  z.int().positive().nullable().optional(),
])

const BASE64URL = /^[A-Za-z0-9_-]+$/
const MAC_TEXT_LENGTH = 43

/**
 * The signature covers the name too: another name in the address, such as the side files that GDAL looks for, is
 * another link.
 */
const seal = (secret: Buffer, payload: string, filename: string) =>
  createHmac('sha256', secret).update(`strata signed link\n${payload}\n${filename}`).digest()

export function makeToken(
  { generation, secret }: SigningSecret,
  claim: LinkClaims,
  filename: string,
): string {
  const { kind, recordId, part, issuedAtUs, expiresAtUs, issuedBy, accessTokenId } = claim
  const payload = Buffer.from(
    JSON.stringify([generation, kind, recordId, part, issuedAtUs, expiresAtUs, issuedBy, accessTokenId]),
  ).toString('base64url')
  return `${payload}.${seal(secret, payload, filename).toString('base64url')}`
}

/** The claims of a token that one of our secrets signed for exactly this name; null for anything else. */
export async function readToken(
  token: string,
  filename: string,
  findSecret: (generation: number) => Promise<Buffer | null>,
): Promise<LinkClaims | null> {
  const [payload, mac, ...rest] = token.split('.')
  if (rest.length > 0 || !BASE64URL.test(payload) || !BASE64URL.test(mac ?? '')) return null
  if (mac.length !== MAC_TEXT_LENGTH) return null
  const read = claims.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()))
  if (!read.success) return null
  const [generation, kind, recordId, part, issuedAtUs, expiresAtUs, issuedBy, accessTokenId = null] =
    read.data
  if (generation > 2_147_483_647) return null
  const secret = await findSecret(generation)
  if (!secret) return null
  const given = Buffer.from(mac, 'base64url')
  // The last letter holds two unused bits: only one spelling of a signature is ours.
  if (given.toString('base64url') !== mac) return null
  if (!timingSafeEqual(given, seal(secret, payload, filename))) return null
  return { kind, recordId, part, issuedAtUs, expiresAtUs, issuedBy, accessTokenId }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
