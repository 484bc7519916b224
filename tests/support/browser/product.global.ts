import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { freePort } from '../free-port.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { claimFolder, onInterruption, sweepLeftovers } from '../leftovers.ts'

export interface Product {
  url: string
  api: string
  dataDir: string
  email: string
  password: string
  /** The process that `npm start` hands over to. */
  pid: number
}

declare module 'vitest' {
  export interface ProvidedContext {
    product: Product
  }
}

/** The whole product as started by `npm start`, on a temporary data folder, with its sample loaded. */
export default async function setup(project: TestProject) {
  await sweepLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), 'strata-e2e-'))
  const [port, apiPort] = [await freePort(), await freePort()]
  const account = { email: 'admin@strata.test', password: 'Correct-horse-7-battery' }
  const url = `http://127.0.0.1:${port}`
  const output: string[] = []
  const child: ChildProcess = spawn(process.execPath, ['launcher/start.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      API_PORT: String(apiPort),
      APP_URL: url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      SAMPLES: 'on',
      WORKERS: '2',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  claimFolder(dataDir, child.pid)
  // When interrupted, it ends in order; the next run deletes its folder.
  const forget = onInterruption(() => child.kill('SIGTERM'))
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()))

  const end = async () => {
    forget()
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGTERM')) await gone
    await rm(dataDir, { recursive: true, force: true })
  }
  const deadline = performance.now() + 180_000
  for (;;) {
    const answer = await fetch(`${url}/login`, { signal: AbortSignal.timeout(3000) }).catch(() => null)
    if (answer?.ok && output.join('').includes('The sample is loaded')) break
    if (child.exitCode !== null || performance.now() > deadline) {
      await end()
      throw new Error(`The product did not start:\n${output.join('').slice(-4000)}`)
    }
    await sleep(300)
  }
  project.provide('product', {
    url,
    api: `http://127.0.0.1:${apiPort}/api/v1`,
    dataDir,
    ...account,
    pid: child.pid!,
  })
  return end
}
