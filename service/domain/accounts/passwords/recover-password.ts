import { eq } from '#drizzle'
import type { recoverPassword as call } from '#contract/accounts/accounts.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Services } from '#service/context.ts'
import { access_tokens } from '#service/db/schema.ts'
import { transactionWithAudit } from '#service/db/transaction.ts'
import { record } from '../../audit/record.ts'
import { OF_PERSON, revoke } from '../../signed-links/revoke.ts'
import { requireTokenOwner, useToken } from '../account-tokens.ts'
import { forgetAttempts } from '../attempt-limits.ts'
import { changePassword } from './change-password.ts'
import { confirmAddress } from '../confirm-address.ts'
import { validatePassword } from './validate-password.ts'
import type { Origin } from '../origin.ts'
import { hashPassword } from '../password.ts'

/**
 * Sets a new password with an emailed token. All sessions, access tokens and signed links end, and no session is
 * opened. Access to an address's messages proves its ownership: the address counts as confirmed.
 */
export async function recoverPassword(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { token, new_password }: Body<typeof call>,
  from: Origin,
): Promise<{ msg: string }> {
  const owner = await requireTokenOwner(db, token, 'recover-password')
  await validatePassword(new_password, owner, config, 'new_password')
  const hash = await hashPassword(new_password)
  await transactionWithAudit(db, async (tx) => {
    // Used up only now: a rejected password costs no token, and of two concurrent calls one finds none.
    await useToken(tx, token, 'recover-password')
    await changePassword(tx, owner, hash)
    await tx.delete(access_tokens).where(eq(access_tokens.user_id, owner.id))
    await revoke(tx, { kind: OF_PERSON, recordId: owner.id }, owner.id)
    await confirmAddress(tx, config, owner.id)
    await forgetAttempts(tx, `account:${owner.email.toLowerCase()}`)
    await record(tx, { action: 'recover-password', result: 'ok', userId: owner.id, ...from })
  })
  return { msg: 'Your password is changed. Log in with the new one.' }
}
