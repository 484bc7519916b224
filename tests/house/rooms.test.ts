import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findFolderCycle, importsOf, strayImports } from '../../scripts/lib/rooms.ts'

const stray = (from: string, specifier: string) =>
  strayImports(importsOf(from, `import { x } from '${specifier}'`)).length > 0

describe('who may import whom', () => {
  it.each([
    ['src/routes/a.tsx', '#service/context.ts'],
    ['common/a.ts', '#contract/endpoint.ts'],
    ['src/lib/a.ts', '~/api/call.ts'],
    ['src/api/contract/a.ts', '../call.ts'],
    ['src/components/ui/a.tsx', '~/server/jobs.functions.ts'],
    ['src/components/shell/a.tsx', '../bands/b.tsx'],
    ['src/components/jobs/a.tsx', '~/routes/b.tsx'],
    ['service/http/a.ts', '../db/client.ts'],
    ['service/http/resources/a.ts', '../../db/client.ts'],
    ['service/http/a.ts', '#drizzle'],
    ['service/tables/a.ts', '#drizzle'],
    ['src/server/a.ts', '#drizzle'],
    ['service/domain/jobs/a.ts', '../../http/route.ts'],
    ['service/domain/jobs/a.ts', '../../tasks/run-layer.handler.ts'],
    ['service/domain/jobs/a.ts', '../../tasks/worker.ts'],
    ['service/http/a.ts', '../tasks/worker.ts'],
    ['service/tasks/a.ts', '../http/route.ts'],
    ['service/db/a.ts', '../domain/jobs/b.ts'],
    ['service/files/a.ts', '../domain/jobs/b.ts'],
    ['service/modelling/a.ts', '../raster/grid.ts'],
    ['service/geometry/a.ts', '../raster/grid.ts'],
    ['service/main.ts', '../launcher/run.ts'],
    ['web-server/main.ts', '../service/log.ts'],
    ['launcher/run.ts', '../src/start.ts'],
  ])('%s may not import %s', (from, specifier) => expect(stray(from, specifier)).toBe(true))

  it.each([
    ['src/routes/a.tsx', '#contract/jobs/jobs.ts'],
    ['src/components/jobs/report/a.tsx', '../job-words.ts'],
    ['src/components/jobs/a.tsx', '~/components/ui/button.tsx'],
    ['src/components/help/a.tsx', '../jobs/b.tsx'],
    ['src/lib/a.ts', '#common/counted.ts'],
    ['service/raster/tiff/a.ts', '#common/system-code.ts'],
    ['service/http/resources/a.ts', '../../domain/jobs/b.ts'],
    ['service/domain/jobs/a.ts', '../../db/client.ts'],
    ['service/db/a.ts', '#drizzle'],
    ['service/domain/jobs/a.ts', '#drizzle'],
    ['service/domain/jobs/a.ts', '../../tasks/run-layer.definition.ts'],
    ['service/tasks/a.handler.ts', '../domain/jobs/b.ts'],
    ['service/raster/a.ts', '../geometry/great-circle.ts'],
    ['web-server/main.ts', '../app.config.ts'],
    ['service/main.ts', 'node:fs'],
  ])('%s may import %s', (from, specifier) => expect(stray(from, specifier)).toBe(false))

  it('the contract imports no packages but zod and, for the strength of passwords, zxcvbn', () => {
    const files = globSync('src/api/contract/**/*.ts')
    const imports = files.flatMap((path) =>
      Array.from(
        readFileSync(path, 'utf8').matchAll(/\b(?:from|import\()\s*'([^.'\n][^'\n]*)'/g),
        ([, name]) => name,
      ),
    )
    expect(new Set(imports)).toEqual(new Set(['zod', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common']))
  })

  it('sees type imports, dynamic imports and multi-line imports', () => {
    const text =
      "import type { A } from './a.ts'\nimport {\n  b,\n} from './b.ts'\nconst c = await import('./c.ts')\n"
    expect(importsOf('service/main.ts', text).map(({ to }) => to)).toEqual([
      'service/a.ts',
      'service/b.ts',
      'service/c.ts',
    ])
  })

  it('finds folders that import each other', () => {
    const edge = (a: string, b: string) => ({ from: `domain/${a}/x.ts`, to: `domain/${b}/y.ts` })
    expect(findFolderCycle([edge('a', 'b'), edge('b', 'c'), edge('c', 'c')], 'domain')).toBeNull()
    expect(findFolderCycle([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')], 'domain')).toEqual([
      'b',
      'c',
      'b',
    ])
  })

  it('the service decodes no raster itself: only the processes that read files load the decoders', () => {
    const decoders = 'service/raster/codecs/decode-block.ts'
    expect(loadedBy('service/domain/rasters/task/raster-task.child.ts')).toContain(decoders)
    expect(loadedBy('service/main.ts')).toContain('service/raster/grids/around-globe.ts')
    expect(loadedBy('service/main.ts')).not.toContain(decoders)
  })

  it('a worker starts without what answers calls', () => {
    const ofCalls = 'service/http/app.ts'
    expect(loadedBy('service/main.ts')).toContain(ofCalls)
    expect(loadedBy('service/main.ts', { later: false })).toContain('service/tasks/worker.ts')
    expect(loadedBy('service/main.ts', { later: false })).not.toContain(ofCalls)
  })
})

/** All of our modules that a module loads, by default also later; `import type` loads nothing. */
function loadedBy(main: string, { later = true } = {}): Set<string> {
  const loaded = new Set([main])
  for (const path of loaded) {
    if (!path.endsWith('.ts')) continue
    let text = readFileSync(path, 'utf8').replaceAll(/^(?:import|export) type [^;]*?from '[^']*'$/gm, '')
    if (!later) text = text.replaceAll(/\bimport\('[^']*'\)/g, '')
    for (const { to } of importsOf(path, text)) loaded.add(to)
  }
  return loaded
}
