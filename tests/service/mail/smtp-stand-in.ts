import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface SmtpStandIn {
  url: string
  /** Envelope and source of each accepted message. */
  taken: { from: string; to: string[]; source: string }[]
  /** 'silent' accepts connections and never responds; 'rejecting' answers every recipient with 550. */
  mode: 'well' | 'silent' | 'rejecting'
  close(): Promise<void>
}

/** The part of a mail server that a client needs, on loopback. */
export async function startSmtp(): Promise<SmtpStandIn> {
  const sockets = new Set<Socket>()
  const standIn: SmtpStandIn = { url: '', taken: [], mode: 'well', close: async () => {} }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    if (standIn.mode === 'silent') return
    const say = (line: string) => socket.write(`${line}\r\n`)
    let message = { from: '', to: [] as string[], source: '' }
    let inData = false
    let pending = ''
    say('220 stand-in ESMTP')
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (inData) {
          if (line !== '.') {
            message.source += `${line.replace(/^\./, '')}\r\n`
            continue
          }
          inData = false
          standIn.taken.push(message)
          message = { from: '', to: [], source: '' }
          say('250 taken')
        } else if (/^(EHLO|HELO)/i.test(line)) say('250 stand-in')
        else if (/^MAIL FROM:/i.test(line)) {
          message.from = /<(.*?)>/.exec(line)?.[1] ?? ''
          say('250 ok')
        } else if (/^RCPT TO:/i.test(line)) {
          if (standIn.mode === 'rejecting') say('550 no such mailbox')
          else {
            message.to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
            say('250 ok')
          }
        } else if (/^DATA/i.test(line)) {
          inData = true
          say('354 go on')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else say('250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  standIn.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  standIn.close = () =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return standIn
}
