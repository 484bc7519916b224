import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { AppConfig } from '#config'
import { type Message, oneLine } from './message.ts'

export interface MailTransport {
  /** 'smtp' hands messages to a server; 'folder' keeps them for a person at this machine. */
  kind: 'smtp' | 'folder'
  send(message: Message, name: string): Promise<void>
  close(): void
}

type MailConfig = Pick<AppConfig, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'brandName'>

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** Exactly one address: no name, no list, no line break that would start another header. */
const ADDRESS = /^[^\s@<>(),:;"]+@[^\s@<>(),:;"]+$/

function soleAddress(to: string): string {
  if (ADDRESS.test(to)) return to
  throw Object.assign(new Error('The recipient is not an email address.'), { code: 'EENVELOPE' })
}

const compose = (config: MailConfig, { to, subject, text }: Message) => ({
  from: config.mailFrom,
  to: { name: '', address: soleAddress(to) },
  subject: oneLine(subject),
  text,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Opened with the first message: most processes start without sending one, and the library brings 40 modules. */
function openOnce<T>(settings: object) {
  let opened: Promise<Transporter<T>> | undefined
  const create = async () => (await import('nodemailer')).createTransport(settings) as Transporter<T>
  return {
    open: () => (opened ??= create()),
    close: () => void opened?.then((transporter) => transporter.close()),
  }
}

function smtp(config: MailConfig, url: string): MailTransport {
  const { open, close } = openOnce({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECT_MS,
  })
  return {
    kind: 'smtp',
    send: async (message) => void (await (await open()).sendMail(compose(config, message))),
    close,
  }
}

function folder(config: MailConfig): MailTransport {
  const { open, close } = openOnce<{ message: Buffer }>({ streamTransport: true, buffer: true })
  const place = join(config.dataDir, 'outbox')
  return {
    kind: 'folder',
    async send(message, name) {
      const { message: source } = await (await open()).sendMail(compose(config, message))
      await mkdir(place, { recursive: true, mode: 0o700 })
      await chmod(place, 0o700)
      await writeFile(join(place, `${name}.eml`), source, { mode: 0o600 })
    },
    close,
  }
}

/** SMTP if configured; otherwise each message becomes a file in `DATA_DIR/outbox`. */
export const openTransport = (config: MailConfig): MailTransport =>
  config.smtpUrl ? smtp(config, config.smtpUrl) : folder(config)
