// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildIfNeeded } from '../../launcher/build.ts'

/** In bytes of gzip: what every screen loads first, and all that a screen adds. */
const ENTRY = 180_000
const SCREEN = 70_000
/** What the screens of logged-in people share, and the entry with the login. Where a chunk ends is the bundler's choice. */
const SHELL = 65_000
const ENTRY_AND_LOG_IN = 210_000

const dist = join(import.meta.dirname, '../../dist')
type Manifest = Record<string, { preloads?: string[] }>
let routes: Manifest

beforeAll(async () => {
  await buildIfNeeded()
  const [manifest = ''] = globSync('server/assets/_tanstack-start-manifest*.js', { cwd: dist })
  const built = (await import(/* @vite-ignore */ join(dist, manifest))) as {
    tsrStartManifest: () => { routes: Manifest }
  }
  ;({ routes } = built.tsrStartManifest())
}, 120_000)

const read = (path: string) => readFileSync(join(dist, 'client', path))
const preloads = (...ids: string[]) => new Set(ids.flatMap((id) => routes[id]?.preloads ?? []))
const weigh = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0)

describe('what a browser loads first', () => {
  test('counts everything that the entry imports', () => {
    const entry = preloads('__root__')
    expect(entry.size).toBeGreaterThan(1)
    for (const path of entry)
      for (const [, name] of read(path)
        .toString()
        .matchAll(/(?:from|^import|[;}]import)"\.\/([^"]+)"/g))
        expect(entry, `${path} imports ${name}`).toContain(`/assets/${name}`)
  })

  test('the entry weighs at most 180 KB', () => {
    expect(weigh(preloads('__root__'))).toBeLessThanOrEqual(ENTRY)
  })

  test('the login loads neither positioned menus nor dialogs', () => {
    const files = preloads('__root__', '/_guest', '/_guest/login')
    expect(weigh(files)).toBeLessThanOrEqual(ENTRY_AND_LOG_IN)
    for (const path of files) expect(read(path).toString(), path).not.toContain('DismissableLayer')
  })

  test('no screen adds more than its bound', () => {
    const entry = preloads('__root__')
    const screens = Object.keys(routes).filter((id) => id !== '__root__')
    expect(screens.length).toBeGreaterThan(10)
    for (const id of screens) {
      const added = [...preloads(id)].filter((path) => !entry.has(path))
      expect(weigh(added), id).toBeLessThanOrEqual(id === '/_authed' ? SHELL : SCREEN)
    }
  })
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
