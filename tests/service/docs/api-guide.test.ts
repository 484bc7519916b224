import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { jobs, users } from '#service/db/schema.ts'
import { hashPassword } from '#service/domain/accounts/password.ts'
import type { ComputeLayer } from '#service/jobs/layer-process.ts'
import { type RunningWorker, startWorker } from '#service/jobs/worker.ts'
import { loadFolder } from '#service/load/load-folder.ts'
import { writeCog } from '#service/raster/write-cog.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { standInCompute } from '../../support/stand-in-compute.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PASSWORD = 'it\'s a "long" pass&word=1'

let guide: string
let service: TestService
let person: TestPerson
let worker: RunningWorker
let folder: string
let env: NodeJS.ProcessEnv

/** Quick, but the surface is a real raster, for GDAL. */
const compute: ComputeLayer = async (task, hooks) => {
  const outcome = await standInCompute(200)(task, hooks)
  const values = Float32Array.from({ length: 64 * 64 }, (_, at) => at / 4096)
  const surface = writeCog({ width: 64, height: 64, affine: [0.1, 0, 3, 0, -0.1, 14], crs: 4326, values })
  await writeFile(join(task.folder, 'mean.tif'), surface)
  return outcome
}

const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code)

const has = (command: string, args: string[]) => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Where jq is missing: the few of its words that the guide uses are enough to run it. */
async function addJq(bin: string): Promise<void> {
  await mkdir(bin)
  const path = join(bin, 'jq')
  const code = `#!${process.execPath}
const raw = process.argv[2] === '-r'
const filter = process.argv[raw ? 3 : 2]
let value = JSON.parse(require('fs').readFileSync(0, 'utf8'))
if (filter.startsWith('.')) for (const [, key] of filter.matchAll(/\\.?(\\w+|\\[\\d+\\])/g)) value = value?.[key.replace(/[[\\]]/g, '')]
console.log(raw && typeof value === 'string' ? value : JSON.stringify(value, null, 2))
`
  await writeFile(path, code)
  await chmod(path, 0o755)
}

beforeAll(async () => {
  guide = await readFile(join(ROOT, 'docs/api.md'), 'utf8')
  service = await createTestService({ queue: 'real' })
  const { services } = service
  person = await service.signIn('staff')
  await services.db
    .update(users)
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where(eq(users.id, person.id))
  await loadFolder(services, join(ROOT, 'samples/nigeria'), { actorId: person.id, submit: false })
  worker = await startWorker(services, { compute })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  services.config.apiPublicUrl = `http://127.0.0.1:${port}`
  folder = await mkdtemp(join(tmpdir(), 'strata-guide-'))
  const bin = join(folder, 'bin')
  if (!has('jq', ['--version'])) await addJq(bin)
  env = {
    PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    HOME: folder,
    API: `http://127.0.0.1:${port}${BASE_PATH}`,
    EMAIL: person.email,
    PASSWORD,
    NO_PROXY: '*',
    no_proxy: '*',
  }
}, 120_000)
afterAll(async () => {
  await worker.stop()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

const shell = (lines: string) =>
  promisify(execFile)('bash', ['-c', `set -euo pipefail\n${lines}`], { cwd: folder, env })

describe('docs/api.md', () => {
  it('calls the service only, and only what the contract knows', () => {
    const lines = blocks('bash').join('\n')
    expect(blocks('bash').length).toBeGreaterThan(5)
    for (const [address] of lines.matchAll(/https?:\/\/[^\s}"']+/g))
      expect(address).toBe('http://localhost:8092/api/v1')
    const known = endpoints.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`))
    const called = [...guide.matchAll(/\$API(\/[^\s?"]+)/g)].map(([, path]) => path)
    const python = [...guide.matchAll(/\{api\}(\/[^\s?"]+)"/g)].map(([, path]) => path)
    const r = [...guide.matchAll(/call\("([^"]+)"\)/g)].map(([, path]) => `/${path}`)
    expect(called.length).toBeGreaterThan(8)
    for (const path of [...called, ...python, ...r])
      expect(
        known.some((one) => one.test(path)),
        path,
      ).toBe(true)
  })
  it('every bash block works, in order', async () => {
    const { stdout } = await shell(`${blocks('bash').join('\n')}\necho "last: $JOB $URL"`)
    const [, id, url] = /last: (\d+) (\S+)/.exec(stdout)!
    const [job] = await service.services.db
      .select()
      .from(jobs)
      .where(eq(jobs.id, Number(id)))
    expect(job).toMatchObject({ status: 'completed', iso3_code: 'NGA', app_user_id: person.id })
    expect(stdout).toContain('"valid": true')
    expect(stdout).toContain(`job ${id}: completed`)
    expect((await readFile(join(folder, 'head.tif'))).length).toBeGreaterThan(100)
    // The key of the first 'bash' block holds for those that follow it in the guide.
    if (has('gdalinfo', ['--version'])) {
      const told = await shell(`URL='${url}'\n${blocks('sh').join('\n')}\ngdalinfo small.tif`)
      expect(told.stdout).toContain('Size is 64, 64')
      expect(told.stdout).toContain('Size is 16, 16')
    }
    // The number of the call went along to the worker.
    const { rows } = await service.services.db.$client.query<{ request_id: string }>(
      `select data->>'request_id' as request_id from pgboss.job where name = 'run-layer'`,
    )
    expect(rows.map(({ request_id }) => request_id)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  }, 120_000)
  it('a wrong password ends it with the sentence of the service', async () => {
    const failed = await shell(`PASSWORD=wrong\n${blocks('bash')[0]}\n`).then(
      () => null,
      (error: { stderr: string }) => error.stderr,
    )
    expect(failed).toMatch(/curl: \(22\)/)
  })
  it('the Python lines are Python, and run where requests is installed', async () => {
    const python = ['/usr/bin/python3', 'python3'].find((one) => has(one, ['-c', 'import requests']))
    if (!python) return
    const [first, second] = blocks('python')
    await writeFile(join(folder, 'guide.py'), `${first}\nprint(link)\n`)
    await writeFile(join(folder, 'raster.py'), second)
    await promisify(execFile)(python, ['-m', 'py_compile', 'raster.py'], { cwd: folder, env })
    const { stdout } = await promisify(execFile)(python, ['guide.py'], { cwd: folder, env })
    expect(stdout).toMatch(/^\d+ completed None\nhttp:\/\/127\.0\.0\.1:\d+\/api\/v1\/files\/signed\//)
  }, 120_000)
})
