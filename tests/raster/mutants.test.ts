import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectRaster } from '#service/raster/inspect.ts'
import { RasterError } from '#service/raster/raster-error.ts'
import { raster, seeded } from '../fixtures/configuration/country-folder.ts'
import { mutateTiff } from './mutate-tiff.ts'
import { halves, twelveBits, twoBitPalette } from './narrow-tiffs.ts'

/** More by `MUTANTS=100000 npx vitest run tests/raster/mutants.test.ts`. */
const MUTANTS = Number(process.env.MUTANTS ?? 10_000)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-mutants-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function originals(): Promise<[name: string, bytes: Buffer][]> {
  const fixtures = new URL('../fixtures/raster/', import.meta.url)
  const names = (await readdir(fixtures)).filter((name) => name.endsWith('.tif')).sort()
  const small: [string, Buffer][] = []
  for (const name of names) {
    if (!name.startsWith('u8-constant')) small.push([name, await readFile(new URL(name, fixtures))])
  }
  return [
    ...small,
    ['two bits', twoBitPalette()],
    ['twelve bits', twelveBits()],
    ['half floats', halves()],
    ['a written COG', raster((x, y) => x - y)],
  ]
}

test(
  `${MUTANTS} mutants of real files are read or rejected in one sentence`,
  { timeout: 600_000 },
  async () => {
    const random = seeded(20_261_122)
    const files = await originals()
    // A file on disk, not a buffer: only then do positions and lengths reach the operating system.
    const path = join(folder, 'mutant.tif')
    let read = 0
    for (let i = 0; i < MUTANTS; i++) {
      const [name, bytes] = files[i % files.length]
      await writeFile(path, mutateTiff(bytes, random))
      const thrown = await inspectRaster(path).then(
        () => null,
        (error: unknown) => error,
      )
      if (thrown === null) read++
      else {
        expect(thrown, `mutant ${i}, of ${name}`).toBeInstanceOf(RasterError)
        expect((thrown as Error).message, `mutant ${i}, of ${name}`).toMatch(/^[A-Z0-9][^\n]+\.$/)
      }
    }
    // Both outcomes are frequent, or the mutants are too tame or too wild to find anything.
    expect(read).toBeGreaterThan(MUTANTS / 50)
    expect(read).toBeLessThan(MUTANTS / 2)
  },
)
