// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { buildIfNeeded } from '../../../launcher/build.ts'

/** In bytes of gzip: what every screen loads first, and all that the login or another screen loads. */
const MAX = { entry: 200_000, login: 265_000, screen: 380_000 }

const dist = join(import.meta.dirname, '../../../dist')
let routes: Record<string, { preloads?: string[] }>

beforeAll(async () => {
  await buildIfNeeded()
  const [manifest = ''] = globSync('server/assets/_tanstack-start-manifest*.js', { cwd: dist })
  const built = (await import(/* @vite-ignore */ join(dist, manifest))) as {
    tsrStartManifest: () => { routes: typeof routes }
  }
  ;({ routes } = built.tsrStartManifest())
}, 120_000)

test('a browser loads no more than it needs', () => {
  const files = (...ids: string[]) => new Set(ids.flatMap((id) => routes[id]?.preloads ?? []))
  const weigh = (paths: Iterable<string>) =>
    [...paths].reduce(
      (sum, path) => sum + gzipSync(readFileSync(join(dist, 'client', path)), { level: 9 }).length,
      0,
    )
  const sum = (id: string) => weigh(files('__root__', `/${id.split('/')[1] ?? ''}`, id))
  const screens = Object.keys(routes).filter((id) => id !== '__root__')
  expect(screens.length).toBeGreaterThan(30)
  expect(weigh(files('__root__'))).toBeLessThanOrEqual(MAX.entry)
  expect(sum('/_guest/login')).toBeLessThanOrEqual(MAX.login)
  expect(screens.map((id) => [id, sum(id)] as const).filter(([, bytes]) => bytes > MAX.screen)).toEqual([])
})

test('every asset has compressed forms with the same content', () => {
  const names = globSync('client/assets/*.{js,css}', { cwd: dist })
  expect(names.length).toBeGreaterThan(20)
  for (const name of names) {
    const bytes = readFileSync(join(dist, name))
    if (bytes.length < 1024) continue
    expect(brotliDecompressSync(readFileSync(join(dist, `${name}.br`))).equals(bytes), name).toBe(true)
    expect(gunzipSync(readFileSync(join(dist, `${name}.gz`))).equals(bytes), name).toBe(true)
  }
})
