import { Agent, request } from 'node:http'

/** A process of its own that repeats one call on several connections until it is told to stop: `crowd.ts`, by messages. */
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

process.on('message', async (message: CrowdCall | 'stop') => {
  if (message === 'stop') {
    stopping = true
    // Live streams, and calls that wait for their turn.
    agent.destroy()
    return
  }
  stopping = false
  agent = new Agent({ keepAlive: true, maxSockets: message.connections })
  const statuses: Record<string, number> = {}
  const body = message.body === undefined ? undefined : Buffer.from(message.body, 'base64')
  const repeat = async () => {
    while (!stopping) await once(message, body, statuses)
  }
  await Promise.all(Array.from({ length: message.connections }, repeat))
  process.send!(statuses)
})
process.on('disconnect', () => process.exit(0))
