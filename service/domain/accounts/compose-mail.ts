import { eq, sql } from '#drizzle'
import { z } from 'zod'
import type { Services } from '../../context.ts'
import { registrations, users } from '../../db/schema.ts'
import type { ComposeMail, QueuedMail } from '../../mail/deliver.ts'
import type { Message } from '../../mail/message.ts'
import { composeEnding } from '../notifications/compose-ending.ts'
import { issueToken } from './account-tokens.ts'

type User = typeof users.$inferSelect
type Written = Omit<Message, 'to'>
type Write = (
  services: Services,
  user: User,
  data: QueuedMail['data'],
) => Written | null | Promise<Written | null>

const letter = z.object({ subject: z.string(), text: z.string(), link: z.string().optional() })
const confirmation = z.object({ registration: z.int().optional() })

const paragraphs = (...parts: string[]) => `${parts.join('\n\n')}\n`
const NOT_YOU = 'If you did not request this, ignore this message: nothing happens unless the link is opened.'

/** The text of each kind. Links begin with the configured address only, never with a request header. */
const WRITE: Record<string, Write> = {
  async 'confirm-email'(services, user, data) {
    const { db, config } = services
    if (user.email_confirmed_at) return alreadyThere(config, user)
    const { registration } = confirmation.parse(data)
    // The origin of the stored name and password is unknown: the reader of this message sets a new password.
    if (registration === undefined && user.registered_again) return registeredAgain(services, user)
    const asked = registration === undefined ? user : await findRegistration(services, registration)
    if (!asked) return null
    const token = await issueToken(db, user.id, 'confirm-email', registration)
    const link = `${config.appUrl}/confirm-email/?token=${token}`
    return {
      subject: `Confirm your email address for ${config.brandName}`,
      link,
      text: paragraphs(
        `Hello ${asked.first_name},`,
        `An account for ${asked.first_name} ${asked.last_name} was requested in ${config.brandName} with this address. Open this link within 24 hours to confirm it:`,
        link,
        'The account will have the name and password of this registration. If you have more than one of these messages, open the link in the one you requested.',
        NOT_YOU,
      ),
    }
  },
  async 'recover-password'({ db, config }, user) {
    const link = `${config.appUrl}/recover-password?token=${await issueToken(db, user.id, 'recover-password')}`
    return {
      subject: `Set a new password for ${config.brandName}`,
      link,
      text: paragraphs(
        `Hello ${user.first_name},`,
        'A new password was requested for this address. Open this link within 30 minutes to set one:',
        link,
        NOT_YOU,
      ),
    }
  },
  'submission-ended': (services, user, data) => composeEnding(services, user.first_name, data),
  'password-changed': ({ config }, user) => ({
    subject: `Your ${config.brandName} password was changed`,
    text: paragraphs(
      `Hello ${user.first_name},`,
      'Your password was just changed, and your other sessions were logged out.',
      `If you did not change it, set a new one now: ${config.appUrl}/recover-password. Then notify an admin, and check the access tokens in your profile.`,
    ),
  }),
  approved: ({ config }, user) => ({
    subject: `You can log in to ${config.brandName}`,
    link: `${config.appUrl}/login`,
    text: paragraphs(
      `Hello ${user.first_name},`,
      `An admin approved your account. Log in here: ${config.appUrl}/login`,
    ),
  }),
  'waiting-for-approval': ({ config }, user) => ({
    subject: `Someone is waiting for approval in ${config.brandName}`,
    link: `${config.appUrl}/people`,
    text: paragraphs(
      `Hello ${user.first_name},`,
      `Someone registered, confirmed their email address, and is waiting for approval. Open People in ${config.brandName} to approve them: ${config.appUrl}/people`,
    ),
  }),
}

async function findRegistration({ db }: Services, id: number) {
  const [found] = await db.select().from(registrations).where(eq(registrations.id, id))
  return found
}

async function registeredAgain({ db, config }: Services, user: User): Promise<Written> {
  const link = `${config.appUrl}/recover-password?token=${await issueToken(db, user.id, 'recover-password')}`
  return {
    subject: `Confirm your email address for ${config.brandName}`,
    link,
    text: paragraphs(
      'Hello,',
      `Another message to confirm this address was requested in ${config.brandName}. The address was registered more than once, perhaps not by you each time. Open this link within 30 minutes to set your password; that also confirms the address:`,
      link,
      NOT_YOU,
    ),
  }
}

const alreadyThere = (config: Services['config'], user: User): Written => ({
  subject: `You already have a ${config.brandName} account`,
  text: paragraphs(
    `Hello ${user.first_name},`,
    `An account was requested in ${config.brandName} with this address. You already have one, and its address is confirmed.`,
    user.admitted_at
      ? `Log in at ${config.appUrl}/login. If you have forgotten your password, set a new one at ${config.appUrl}/recover-password.`
      : 'An admin still has to approve your account; you will get a message then.',
    'Nothing has changed.',
  ),
})

/** Writes a queued message for the current owner of the address; null if there is none, or the person is disabled. */
export const composeMail: ComposeMail = async (
  services: Services,
  { kind, recipient, data }: QueuedMail,
): Promise<Message | null> => {
  if (kind === 'letter') return { to: recipient, ...letter.parse(data) }
  const [user] = await services.db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, recipient.toLowerCase()))
  if (!user || user.disabled_at) return null
  const write = Object.hasOwn(WRITE, kind) ? WRITE[kind] : undefined
  if (!write) throw new Error(`There is no message of the kind '${kind}'.`)
  const written = await write(services, user, data)
  return written && { to: user.email, ...written }
}
