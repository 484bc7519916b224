import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../tests/support/free-port.ts'

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10
const cpuMsOf = (pid: number) => {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}

/** The web server as in production, in front of the service at `apiUrl`. */
export async function startWeb(apiUrl: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = fork(fileURLToPath(new URL('../../web-server/main.ts', import.meta.url)), {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      APP_URL: url,
      API_URL: apiUrl,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) await sleep(50)
  return {
    url,
    /** The processor time used so far, in milliseconds. */
    cpuMs: () => cpuMsOf(child.pid!),
    stop: () => child.disconnect(),
  }
}

/** The session of a call, as browsers send it. */
export const cookieOf = (authorization: string) => `token=${authorization.replace('Bearer ', '')}`
