/**
 * P13: logging in over HTTP, compared with one bare argon2 verification of the same hash; passwords made to be slow to
 * estimate, compared with the same; then ten logins at once, and how long other calls wait meanwhile.
 * Run: node_modules/.bin/node bench/login.ts
 */
import { verify } from '@node-rs/argon2'
import { passwordStrength } from '#contract/accounts/password-strength.ts'
import { hashPassword } from '../service/domain/accounts/password.ts'
import { addPerson, startService } from './lib/bench-service.ts'
import { SLOW_TO_ESTIMATE } from '../tests/support/slow-passwords.ts'
import { median, quantile, say, sayMachine, sayRatio, withDatabase } from './lib/bench-database.ts'

const PASSWORD = 'a long password of the bench'
const ROUNDS = 10
const TRIES = 10
const BURSTS = 5
const AT_ONCE = 10

await withDatabase(async (databaseUrl, dataDir) => {
  sayMachine()
  const hash = await hashPassword(PASSWORD)
  const emails = Array.from({ length: AT_ONCE }, (_, i) => `bench-${i}@strata.example`)
  const [{ headers }] = await Promise.all(emails.map((email) => addPerson(databaseUrl, email, hash)))
  const service = await startService(databaseUrl, dataDir)

  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  const logIn = (email: string) =>
    timed(async () => {
      const body = new URLSearchParams({ username: email, password: PASSWORD })
      const answer = await fetch(`${service.url}/auth/login/access-token`, { method: 'POST', body })
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    })
  // Only HTTP, the form and its validation.
  const rejected = () =>
    timed(async () => {
      const body = new URLSearchParams({ username: emails[0], password: '' })
      const answer = await fetch(`${service.url}/auth/login/access-token`, { method: 'POST', body })
      if (answer.status !== 422) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    })
  const other = () =>
    timed(async () => {
      const answer = await fetch(`${service.url}/tags`, { headers })
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    })

  const [ours, peers, fixed]: number[][] = [[], [], []]
  for (let round = -1; round < ROUNDS; round++) {
    const [bare, own, http]: number[][] = [[], [], []]
    for (let i = 0; i < TRIES; i++) {
      bare.push(await timed(() => verify(hash, PASSWORD)))
      own.push(await logIn(emails[0]))
      http.push(await rejected())
    }
    if (round < 0) continue
    peers.push(median(bare))
    ours.push(median(own))
    fixed.push(median(http))
  }
  sayRatio('login against one argon2 verification', 'ms', ours, peers)
  say(`of which HTTP alone: ${median(fixed).toFixed(2)} ms`)

  const [estimates, hashes]: number[][] = [[], []]
  for (let round = -1; round < ROUNDS; round++) {
    const [estimate, bare]: number[][] = [[], []]
    for (const slow of SLOW_TO_ESTIMATE) {
      estimate.push(await timed(async () => passwordStrength(slow)))
      bare.push(await timed(() => verify(hash, PASSWORD)))
    }
    if (round < 0) continue
    estimates.push(median(estimate))
    hashes.push(median(bare))
  }
  sayRatio('estimating a password made to be slow against one argon2 verification', 'ms', estimates, hashes)

  const quiet: number[] = []
  for (let i = 0; i < 50; i++) quiet.push(await other())
  const [busy, burst]: number[][] = [[], []]
  for (let i = 0; i < BURSTS; i++) {
    let done = false
    const logins = Promise.all(emails.map(logIn)).then((times) => {
      burst.push(...times)
      done = true
    })
    while (!done) busy.push(await other())
    await logins
  }
  say(
    `${AT_ONCE} logins at once: p95 ${quantile(burst, 0.95).toFixed(0)} ms each; a list in the meantime: ` +
      `p95 ${quantile(busy, 0.95).toFixed(0)} ms of ${busy.length} calls (alone: ${quantile(quiet, 0.95).toFixed(0)} ms)`,
  )
  service.stop()
})
