import { Agent, request } from 'node:http'

/** A process of its own that repeats one call on several connections until a message stops it: `crowd.ts`, by messages. */
export interface CrowdCall {
  url: string
  method: string
  headers: Record<string, string>
  /** In base64. */
  body?: string
  connections: number
}

let stopping = false
let agent: Agent

const once = (
  { url, method, headers }: CrowdCall,
  body: Buffer | undefined,
  statuses: Record<string, number>,
) =>
  new Promise<void>((resolve) => {
    const note = (status: string | number) => (statuses[status] = (statuses[status] ?? 0) + 1)
    const sent = request(url, { method, headers, agent }, (answer) => {
      note(answer.statusCode ?? 0)
      answer.resume()
      answer.once('close', resolve)
      answer.once('error', () => {})
    })
    sent.once('error', () => {
      if (!stopping) note('broken')
      resolve()
    })
    sent.end(body)
  })

async function repeatCall(message: CrowdCall): Promise<void> {
  stopping = false
  agent = new Agent({ keepAlive: true, maxSockets: message.connections })
  const statuses: Record<string, number> = {}
  const body = message.body === undefined ? undefined : Buffer.from(message.body, 'base64')
  const repeat = async () => {
    while (!stopping) await once(message, body, statuses)
  }
  await Promise.all(Array.from({ length: message.connections }, repeat))
  process.send!(statuses)
}

process.on('message', (message: CrowdCall | 'stop') => {
  if (message !== 'stop') return void repeatCall(message)
  stopping = true
  // Live streams, and calls that wait for their turn.
  agent.destroy()
})
process.on('disconnect', () => process.exit(0))
