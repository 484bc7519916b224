import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfNeeded } from '../../launcher/build.ts'
import { freePort } from '../support/free-port.ts'
import { startStandIn } from '../support/web/stand-in-service.ts'

export interface WebPart {
  url: string
  port: number
  pid: number
  exitCode: () => number | null
  end(): Promise<void>
}

/** One process of the web server as it runs in production, in front of a fake service. */
export async function startWebPart(env: Record<string, string> = {}): Promise<WebPart> {
  await buildIfNeeded()
  const service = await startStandIn(0)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = fork(join(import.meta.dirname, '../../web-server/main.ts'), {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      APP_URL: url,
      API_URL: `http://127.0.0.1:${service.port}/api/v1`,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const end = async () => {
    if (child.connected) child.disconnect()
    await gone
    await service.close()
  }
  for (let n = 0; n < 200; n++) {
    if ((await fetch(`${url}/healthz`).catch(() => null))?.ok)
      return { url, port, pid: child.pid!, exitCode: () => child.exitCode, end }
    await sleep(50)
  }
  await end()
  throw new Error('The web server did not start.')
}
