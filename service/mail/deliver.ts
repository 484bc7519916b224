import { eq, sql } from '#drizzle'
import type { Services } from '../context.ts'
import { mail_outbox } from '../db/schema.ts'
import type { Message } from './message.ts'
import type { MailTransport } from './transport.ts'

export type QueuedMail = Pick<typeof mail_outbox.$inferSelect, 'id' | 'kind' | 'recipient' | 'data'>
/** Writes the message when its turn comes; null if it no longer has a recipient. */
export type ComposeMail = (services: Services, mail: QueuedMail) => Promise<Message | null>

/** A message whose sender process died while sending is retried after this time. */
const LEASE_S = 120
const GIVE_UP_HOURS = 24
const KEEP_FAILED_DAYS = 7

interface Claim extends QueuedMail, Record<string, unknown> {
  attempts: number
  created_at: string
}

/** Claims the next message that is due. Several processes may do so at once: each gets a different one. */
async function claim({ db }: Services): Promise<Claim | undefined> {
  const { rows } = await db.execute<Claim>(sql`
    update mail_outbox set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${LEASE_S})
    where id = (
      select id from mail_outbox where failed_at is null and next_try_at <= now()
      order by next_try_at, id limit 1 for update skip locked)
    returning id, kind, recipient, data, attempts, created_at::text`)
  return rows[0]
}

/** Half a minute, one, two, four … an hour; after a day delivery is given up, and the row keeps the reason. */
async function putBack({ db, log }: Services, mail: Claim, cause: unknown): Promise<void> {
  const reason = (cause as { code?: string }).code ?? (cause as Error).name
  const { rows } = await db.execute<{ given_up: boolean }>(sql`
    update mail_outbox set
      reason = ${reason},
      next_try_at = now() + make_interval(secs => least(3600, 30 * power(2, attempts - 1))),
      failed_at = case when created_at < now() - make_interval(hours => ${GIVE_UP_HOURS}) then now() end
    where id = ${mail.id} returning failed_at is not null as given_up`)
  const about = { mail_id: mail.id, kind: mail.kind, attempts: mail.attempts, reason }
  if (rows[0]?.given_up) log.error(about, 'a message was abandoned')
  else log.warn(about, 'a message could not be sent; it will be retried')
}

/** Sends everything that is due; returns the number of messages sent. Never throws because of a transport. */
export async function deliverDue(
  services: Services,
  transport: MailTransport,
  compose: ComposeMail,
): Promise<number> {
  const { db, log } = services
  let sent = 0
  for (let mail = await claim(services); mail; mail = await claim(services)) {
    try {
      const message = await compose(services, mail)
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${mail.kind}-${mail.id}`
      if (message) {
        await transport.send(message, name)
        sent++
        // Without a mail server, new users need this line: it is the only place where a link is logged.
        if (transport.kind === 'folder') log.info({ kind: mail.kind, link: message.link }, `outbox: ${name}`)
        else log.info({ kind: mail.kind, mail_id: mail.id }, 'a message was sent')
      }
      await db.delete(mail_outbox).where(eq(mail_outbox.id, mail.id))
    } catch (error) {
      await putBack(services, mail, error)
    }
  }
  await db.execute(
    sql`delete from mail_outbox where failed_at < now() - make_interval(days => ${KEEP_FAILED_DAYS})`,
  )
  return sent
}
