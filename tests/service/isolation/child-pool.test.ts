import { sentence } from '#service/sentence.ts'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { CHILD_ENVIRONMENT } from '#service/isolation/child-environment.ts'
import { ChildFailure } from '#service/isolation/child-failure.ts'
import { type ChildPoolOptions, createChildPool } from '#service/isolation/child-pool.ts'
import { RasterError } from '#service/raster/raster-error.ts'
import { createMemoryGroup } from '../../support/memory-group.ts'
import type { Deed } from './pool.child.ts'

const pool = (changes: Partial<ChildPoolOptions> = {}) =>
  createChildPool<Deed>({
    module: new URL('./pool.child.ts', import.meta.url),
    children: 2,
    perPerson: 1,
    waitingPerPerson: 10,
    busy: sentence`Too many.`,
    wallMs: 10_000,
    memoryMiB: 256,
    idleMs: 200,
    expected: [RasterError],
    ...changes,
  })

const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
const failureOf = (work: Promise<unknown>) =>
  work.catch((error: unknown) => (error instanceof ChildFailure ? error.reason : error))
const anna = { personId: 1 }
const ben = { personId: 2 }

// Idle children exit by themselves, whatever happened to their requests.
afterEach(() => vi.waitFor(() => expect(children()).toEqual([]), 5000))

it('one child answers request after request; a second one helps only with concurrent ones', async () => {
  const readers = pool({ idleMs: 2000 })
  const first = await readers.ask<number>('pid', ['a'], anna)
  expect(await readers.ask('pid', ['b'], ben)).toBe(first)
  const both = await Promise.all([
    readers.ask<number>('wait', ['a'], anna),
    readers.ask<number>('wait', ['c'], ben),
  ])
  expect(new Set(both).size).toBe(2)
  expect(children()).toHaveLength(2)
  // Each key goes back to the child that handled it before.
  expect(await readers.ask('pid', ['c'], anna)).toBe(both[1])
  expect(await readers.ask('pid', ['a'], ben)).toBe(both[0])
})

it('keeps its modules compiled for the next child, although it is ended by SIGKILL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pool-'))
  const word = randomUUID()
  const serve = new URL('../../../service/isolation/serve-parent.ts', import.meta.url).href
  const path = join(folder, 'child.ts')
  writeFileSync(path, `import { serveParent } from '${serve}'\nserveParent(() => '${word}')`)
  expect(await pool({ module: pathToFileURL(path) }).ask('pid', ['a'], anna)).toBe(word)
  const cache = CHILD_ENVIRONMENT.NODE_COMPILE_CACHE
  const holdsWord = () =>
    readdirSync(cache, { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(word),
    )
  await vi.waitFor(() => expect(holdsWord()).toBe(true))
  rmSync(folder, { recursive: true })
})

it('a person with an endless request keeps nobody else waiting, and is served again after it', async () => {
  const readers = pool({ wallMs: 1500 })
  const stuck = failureOf(readers.ask('loop', ['a'], anna))
  const next = readers.ask<number>('pid', ['a'], anna)
  expect(await readers.ask('pid', ['a'], ben)).toBeTypeOf('number')
  expect(await stuck).toBe('time')
  expect(await next).toBeTypeOf('number')
})

it('a child that needs too much memory, exits or fails is replaced', async () => {
  const readers = pool()
  expect(await failureOf(readers.ask('hoard', ['a'], anna))).toBe('memory')
  expect(await failureOf(readers.ask('exit', ['a'], anna))).toBe('crashed')
  await expect(readers.ask('raster-error', ['a'], anna)).rejects.toThrow(
    new RasterError('The raster is at fault.'),
  )
  await expect(readers.ask('fault', ['a'], anna)).rejects.toThrow(/TypeError: a fault of the program/)
  expect(await readers.ask('pid', ['a'], anna)).toBeTypeOf('number')
})

const group = createMemoryGroup('pool')
afterAll(() => group?.remove())

it.skipIf(!group)('a child that the kernel ends for memory is reported so, and replaced', async () => {
  const readers = pool({ memoryMiB: 1024, idleMs: 2000 })
  const child = await readers.ask<number>('pid', ['a'], anna)
  group!.limit(child, 64 * 2 ** 20)
  expect(await failureOf(readers.ask('hoard', ['a'], anna))).toBe('memory')
  expect(await readers.ask('pid', ['a'], anna)).not.toBe(child)
})

it('a child that another process ends is a crash', async () => {
  const readers = pool()
  const asked = failureOf(readers.ask('loop', ['a'], anna))
  await vi.waitFor(() => expect(children()).toHaveLength(1))
  process.kill(Number(children()[0]), 'SIGKILL')
  expect(await asked).toBe('crashed')
})

it('a child that is free takes a request whose keys it knows before those of others', async () => {
  const readers = pool({ idleMs: 2000, perPerson: 2 })
  const [one, two] = await Promise.all([
    readers.ask<number>('wait', ['a1', 'a'], anna),
    readers.ask<number>('wait', ['a2', 'a'], ben),
  ])
  const keys = ['a1', 'a2', 'a2', 'a2', 'a1', 'a1', 'a2', 'a1']
  // Nobody waits so long that turns count more than keys, however busy the machine is.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const answered = await Promise.all(
    keys.map((key, person) => readers.ask<number>('breathe', [key, 'a'], { personId: 10 + person })),
  )
  clock.mockRestore()
  const takenByOther = (key: string, own: number) =>
    keys.flatMap((asked, i) => (asked === key ? Number(answered[i] !== own) : [])).join('')
  const taken = [takenByOther('a1', one), takenByOther('a2', two)]
  for (const list of taken) expect(list).toMatch(/^0/)
  // Only a child that has none left of its own keys helps the other, so at most one of them is helped.
  expect(taken).toContain('0000')
  // Without the first key, the second one counts.
  expect([one, two]).toContain(await readers.ask('pid', ['a3', 'a'], anna))
})

it('a request whose caller disconnects before its turn is dropped', async () => {
  const readers = pool()
  const first = readers.ask('wait', ['a'], anna)
  const browser = new AbortController()
  const second = failureOf(readers.ask('exit', ['a'], { ...anna, signal: browser.signal }))
  browser.abort()
  expect(await second).toBe('aborted')
  expect(await first).toBeTypeOf('number')
  expect(await readers.ask('pid', ['a'], anna)).toBeTypeOf('number')
})

it('an idle child does not keep its parent from exiting, and exits with it', async () => {
  const parent = fileURLToPath(new URL('./pool-parent.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [parent], { timeout: 20_000 })
  const pid = Number(stdout)
  expect(pid).toBeGreaterThan(1)
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), 5000)
})
