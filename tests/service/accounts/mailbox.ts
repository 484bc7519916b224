import type { Message } from '#service/mail/message.ts'
import type { MailTransport } from '#service/mail/transport.ts'
import { composeMail } from '#service/domain/accounts/compose-mail.ts'
import { deliverDue } from '#service/mail/deliver.ts'
import type { TestService } from '../../support/service.ts'

export interface Mailbox {
  transport: MailTransport
  /** Sends waiting messages and returns those since the last call. */
  collect(): Promise<Message[]>
  /** The token of the only waiting message, which must contain a link to this path. */
  token(path: string): Promise<string>
  /** From now on sending fails with this error, or works again. */
  breakWith(error: Error | null): void
}

export function createMailbox(service: TestService): Mailbox {
  let arrived: Message[] = []
  let broken: Error | null = null
  const transport: MailTransport = {
    kind: 'smtp',
    async send(message) {
      if (broken) throw broken
      arrived.push(message)
    },
    close() {},
  }
  const collect = async () => {
    await deliverDue(service.services, transport, composeMail)
    const messages = arrived
    arrived = []
    return messages
  }
  return {
    transport,
    collect,
    async token(path) {
      const messages = await collect()
      if (messages.length !== 1) throw new Error(`${messages.length} messages instead of one`)
      const { appUrl } = service.services.config
      const prefix = `${appUrl}${path}?token=`
      const { link = '', text } = messages[0]
      if (!link.startsWith(prefix) || !text.includes(link)) throw new Error(`no link to ${prefix}: ${text}`)
      return link.slice(prefix.length)
    },
    breakWith: (error) => void (broken = error),
  }
}

export const logIn = (service: TestService, username: string, password: string) =>
  service.inject({
    method: 'POST',
    url: '/auth/login/access-token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password }).toString(),
  })

export const post = (service: TestService, url: string, payload?: object, headers: object = {}) =>
  service.inject({ method: 'POST', url, headers: { ...headers }, ...(payload ? { payload } : {}) })
