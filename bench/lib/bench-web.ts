import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../tests/support/free-port.ts'

/** The web server as in production, in front of the service at `apiUrl`. */
export async function startWeb(apiUrl: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = fork(fileURLToPath(new URL('../../web-server/main.ts', import.meta.url)), {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), APP_URL: url, API_URL: apiUrl },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) await sleep(50)
  return { url, stop: () => child.disconnect() }
}

/** The session of a call, as browsers send it. */
export const cookieOf = (authorization: string) => `token=${authorization.replace('Bearer ', '')}`
