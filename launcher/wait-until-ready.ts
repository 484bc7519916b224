import { setTimeout as sleep } from 'node:timers/promises'

/** Until the address answers 200; gives up with a sentence after a minute. */
export async function waitUntilReady(address: string, withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await answers(address))) {
    if (performance.now() > end) throw new Error(`${address} does not answer; the logs say why.`)
    await sleep(150)
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(5000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
