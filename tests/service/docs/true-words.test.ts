import { access, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CONFIGURATION_COLUMNS } from '#contract/submissions/configuration.ts'
import { POINTS_MAX_BYTES, POINTS_MAX_ROWS } from '#contract/submissions/configuration-limits.ts'
import { OUTPUT_TYPES, SURFACE_FACTS, SURFACE_TYPES } from '#contract/jobs/output-types.ts'
import { sizeLimit } from '#common/file-size.ts'
import { admCsv } from '#service/domain/jobs/run-layer/adm-and-clusters.ts'
import { MAX_CLUSTERS } from '#service/modelling/check-input.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFile(join(ROOT, path), 'utf8')
const all = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, one]) => one))]

async function pages(): Promise<{ path: string; text: string }[]> {
  const names = await readdir(join(ROOT, 'docs'), { recursive: true })
  const paths = ['README.md', ...names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]
  return Promise.all(paths.map(async (path) => ({ path, text: await read(path) })))
}

describe('the docs', () => {
  it('list every setting, and no unknown one', async () => {
    const settings = all(await read('app.config.ts'), /^ {2}([A-Z][A-Z_]+):/gm)
    const [, table] = /## Settings([\s\S]*?)\n## /.exec(await read('docs/operations.md'))!
    const rows = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) => all(cell, /`([A-Z_]+)`/g))
    expect(settings.length).toBeGreaterThan(20)
    expect(rows.sort()).toEqual(settings.sort())
  })
  it('list every metric of /metrics', async () => {
    const figures = all(await read('service/http/metrics.ts'), /'(strata_\w+)'/g)
    const listed = all(await read('docs/operations.md'), /`(strata_\w+)`/g)
    expect(figures.length).toBeGreaterThan(5)
    expect(listed.sort()).toEqual(figures.sort())
  })
  it('list every column of a configuration, and every output of a job', async () => {
    const columns = CONFIGURATION_COLUMNS.map(({ name }): string => name)
    const [, table] = /## Columns([\s\S]*?)\n## /.exec(await read('docs/configuration.md'))!
    const rows = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) => all(cell, /`(\w+)`/g))
    expect(columns.length).toBeGreaterThan(20)
    expect(rows.sort()).toEqual(columns.sort())
    const [line] = /^The outputs: .*$/m.exec(await read('docs/api.md'))!
    for (const type of OUTPUT_TYPES) expect(line).toContain(`\`${type}\``)
  })
  it('list every column of the tables that a job writes', async () => {
    const guide = await read('docs/api.md')
    const listed = (file: string) => {
      const [, , columns] = new RegExp(`^\\| \`${file}\` \\|(.*?)\\|(.*)\\|$`, 'm').exec(guide)!
      return all(columns, /`(\w+)`/g).filter((one) => one !== 'true' && one !== 'false')
    }
    expect(listed('adm')).toEqual(admCsv([], 0.5, []).trim().split(','))
    const types = await read('service/modelling/diagnostics-types.ts')
    const [, clusters] = /interface ClustersCv \{([\s\S]*?)\n\}/.exec(types)!
    expect(listed('clusters-cv')).toEqual(['cluster', ...all(clusters, /^ {2}(\w+):/gm).slice(1)])
    const surfaces = SURFACE_TYPES.filter((type) => SURFACE_FACTS[type].download)
    const names = all(await read('service/domain/jobs/run-layer/outputs/cells-parquet.ts'), /name: '(\w+)'/g)
    expect(names).toEqual(['longitude', 'latitude', 'raked_to'])
    expect(listed('cells')).toEqual([
      'longitude',
      'latitude',
      ...surfaces,
      'raked_to',
      'adm1_code',
      'adm2_code',
    ])
  })
  it('give the limit of points files, which is that of the engine', async () => {
    const text = await read('docs/configuration.md')
    expect(text).toContain(
      `up to ${POINTS_MAX_ROWS.toLocaleString('en')} clusters and ${sizeLimit(POINTS_MAX_BYTES)}`,
    )
    expect(POINTS_MAX_ROWS).toBe(MAX_CLUSTERS)
  })
  it('name only commands that exist', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }
    for (const { path, text } of await pages())
      for (const name of all(text, /npm run ([\w:-]+)/g))
        expect(scripts, `${path}: npm run ${name}`).toHaveProperty([name])
  })
  it('have no broken links', async () => {
    let links = 0
    for (const { path, text } of await pages())
      for (const link of all(text, /\]\((?!https?:|#)([^)#\s]+)/g)) {
        links++
        await expect(access(join(ROOT, path, '..', link)), `${path}: ${link}`).resolves.toBeUndefined()
      }
    expect(links).toBeGreaterThan(10)
  })
})
