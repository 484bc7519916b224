import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { ChildFailure } from '#service/isolation/child-failure.ts'
import type { ChildLimits } from '#service/isolation/child-messages.ts'
import { runInChild } from '#service/isolation/run-in-child.ts'
import { RasterError } from '#service/raster/raster-error.ts'
import { ServiceError } from '#service/service-error.ts'
import { childrenOf, isRunning } from '../../support/processes.ts'
import type { Deed } from './work.child.ts'

const MODULE = new URL('./work.child.ts', import.meta.url)
const LIMITS: ChildLimits = { wallMs: 20_000, cpuMs: 10_000, memoryMiB: 512, answerBytes: 2 ** 20 }

const run = (deed: Deed, limits: Partial<ChildLimits> = {}, more: { signal?: AbortSignal } = {}) =>
  runInChild<unknown>({
    module: MODULE,
    input: deed,
    content: Buffer.from('content'),
    limits: { ...LIMITS, ...limits },
    expected: [RasterError],
    ...more,
  })

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it answered',
    (error: unknown) => (error instanceof ChildFailure ? error.reason : error),
  )

async function until(ask: () => boolean, ms: number): Promise<void> {
  for (const start = performance.now(); !ask();) {
    if (performance.now() - start > ms) throw new Error(`Not within ${ms} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('work in a child process', () => {
  afterEach(() => expect(childrenOf(process.pid)).toEqual([]))

  it('returns anything that can be cloned', async () => {
    expect(await run('echo')).toEqual({ text: 'content', numbers: new Float64Array([1.5, 2]) })
  })

  it('sees only the environment that it needs', async () => {
    expect(await run('environment')).toEqual(
      expect.not.arrayContaining(['DATABASE_URL', 'HOME', 'ADMIN_PASSWORD']),
    )
    expect((await run('environment')) as string[]).toEqual(expect.arrayContaining(['NODE_ENV', 'PATH', 'TZ']))
  })

  it('passes on expected errors and reports others as a crash', async () => {
    await expect(run('raster-error')).rejects.toThrow(new RasterError('The raster is at fault.'))
    const rejected = await run('service-error').catch((error: unknown) => error)
    expect(rejected).toBeInstanceOf(ServiceError)
    expect(rejected).toMatchObject({ kind: 'conflict', errors: [{ field: 'file', message: 'No.' }] })
    await expect(run('fault')).rejects.toThrow(/TypeError: a fault of the program/)
    expect(await failureOf(run('unserializable'))).toBe('crashed')
    expect(await failureOf(run('exit'))).toBe('crashed')
  })

  it.each(['endless-query', 'endless-loop', 'sleep'] as const)('is ended in time: %s', async (deed) => {
    const start = performance.now()
    expect(await failureOf(run(deed, { wallMs: 1000 }))).toBe('time')
    expect(performance.now() - start).toBeLessThan(2000)
  })

  it.each(['endless-query', 'endless-loop'] as const)(
    'is ended when it has used up its CPU time: %s',
    async (deed) => expect(await failureOf(run(deed, { cpuMs: 800 }))).toBe('cpu'),
  )

  it.each(['hoard-buffers', 'hoard-objects'] as const)(
    'is ended when it needs too much memory: %s',
    async (deed) => expect(await failureOf(run(deed, { memoryMiB: 160 }))).toBe('memory'),
  )

  it('is ended when its answer exceeds the limit, of which the parent keeps nothing', async () => {
    const before = process.memoryUsage().arrayBuffers
    expect(await failureOf(run('huge-answer'))).toBe('answer')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 24)
  })

  it.each(['endless-query', 'sleep'] as const)('is ended when its caller disconnects: %s', async (deed) => {
    const caller = new AbortController()
    const working = failureOf(run(deed, {}, { signal: caller.signal }))
    await until(() => childrenOf(process.pid).length === 1, 5000)
    caller.abort()
    const start = performance.now()
    expect(await working).toBe('aborted')
    expect(performance.now() - start).toBeLessThan(500)
    expect(await failureOf(run('echo', {}, { signal: caller.signal }))).toBe('aborted')
  })

  it('is a crash if another process ends it', async () => {
    const working = failureOf(run('sleep'))
    await until(() => childrenOf(process.pid).length === 1, 5000)
    process.kill(childrenOf(process.pid)[0], 'SIGKILL')
    expect(await working).toBe('crashed')
  })

  it('fails, and leaves nothing, if the module cannot be loaded', async () => {
    const module = new URL('./missing.child.ts', import.meta.url)
    expect(await failureOf(runInChild({ module, input: 1, limits: LIMITS }))).toBe('crashed')
  })
})

describe('the end of the parent', () => {
  it.each(['endless-query', 'endless-loop', 'sleep'] as const)(
    'by kill -9 ends the child: %s',
    async (deed) => {
      const parent = fork(new URL('./parent.ts', import.meta.url), [deed], { execArgv: [] })
      await until(() => childrenOf(parent.pid!).length === 1, 10_000)
      const [child] = childrenOf(parent.pid!)
      // Its watchdog has started by then.
      await until(() => readFileSync(`/proc/${child}/oom_score_adj`, 'utf8').trim() === '1000', 10_000)
      parent.kill('SIGKILL')
      await until(() => !isRunning(child), 2000)
    },
  )
})
