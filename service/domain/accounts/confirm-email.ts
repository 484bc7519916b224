import type { Services } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { useToken } from './account-tokens.ts'
import { confirmAddress } from './confirm-address.ts'
import type { Origin } from './origin.ts'

/** Confirms the address that the token was sent to. */
export async function confirmEmail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  token: string,
  from: Origin,
): Promise<{ msg: string }> {
  const mayEnter = await transaction(db, async (tx) => {
    const userId = await useToken(tx, token, 'confirm-email')
    await record(tx, { action: 'confirm-email', result: 'ok', userId, ...from })
    return confirmAddress(tx, config, userId)
  })
  return {
    msg: mayEnter
      ? 'Your e-mail address is confirmed. You can sign in now.'
      : 'Your e-mail address is confirmed. An admin will let you in; you will get a message then.',
  }
}
