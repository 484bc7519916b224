import argon2, { type Options } from '@node-rs/argon2'
import { createTurns } from '../../isolation/turns.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** Argon2id (the library's default) with 19 MiB, two passes, one lane: OWASP's second recommendation. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$'

/**
 * Hash of a random password that was not kept: verified for unknown people, so that they take as long as known ones.
 */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$6B6Fjdnn/kKbQOHK0Ln7LA$BW/lNA6aZ+qS3BnkIcZcOYe1jAf/zK5bNMJQUfEY2So'

const MAX_WAITING = 20
/** Each hash takes 19 MiB and a core: two at once leave room for everyone else. */
const turns = createTurns(2)

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.waiting() >= MAX_WAITING)
    throw new ServiceError('unavailable', sentence`Too many people are logging in. Try again in a second.`, {
      headers: { 'Retry-After': '1' },
    })
  return turns.run(work)
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => argon2.hash(password, COST))

/** With `null` (no account), takes as long as with a real hash and returns false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored?.startsWith('$argon2') ? stored : null
  const fits = await inTurn(() => argon2.verify(known ?? NOBODY, password))
  return known !== null && fits
}

/** True if the hash was made with an older cost and should be replaced while the password is available. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(PREFIX)
