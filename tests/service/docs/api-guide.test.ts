import { execFile, execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { jobs, submissions, users } from '#service/db/schema.ts'
import { hashPassword } from '#service/domain/accounts/password.ts'
import type { ComputeLayer } from '#service/tasks/layers/layer-process.ts'
import { type RunningWorker, startWorker } from '#service/tasks/worker.ts'
import { loadFolder } from '#service/load/load-folder.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { standInCompute } from '../../support/jobs/stand-in-compute.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PASSWORD = 'it\'s a "long" pass&word=1'

let guide: string
let service: TestService
let person: TestPerson
let worker: RunningWorker
let folder: string
let env: NodeJS.ProcessEnv

const ADM = `level,code,name,clusters,observed,observed_lower,observed_upper,modelled,modelled_lower,modelled_upper,z,pass
1,NG-AB,Abia,20,0.91,0.86,0.95,0.88,0.86,0.9,-1.2,true
1,NG-AD,Adamawa,30,0.35,0.3,0.4,0.5,0.45,0.55,3.1,false
1,NG-AK,"Akwa ""Ibom""",3,,,,0.5,0.45,0.55,,
`

/** Quick, but the surface is a real raster, and the admin table has a real one's columns. */
const compute: ComputeLayer = async (task, hooks) => {
  const outcome = await standInCompute(200)(task, hooks)
  const values = Float32Array.from({ length: 64 * 64 }, (_, at) => at / 4096)
  const surface = writeCog({ width: 64, height: 64, affine: [0.1, 0, 3, 0, -0.1, 14], crs: 4326, values })
  await writeFile(join(task.folder, 'mean.tif'), surface)
  await writeFile(join(task.folder, 'adm.csv'), ADM)
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

/** If jq is missing: the few of its functions that the guide uses are enough to run it. */
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
  person = await service.logIn('staff')
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
    STRATA_API: `http://127.0.0.1:${port}${BASE_PATH}`,
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

const pythonWith = (module: string) =>
  ['python3', '/usr/bin/python3'].find((one) => has(one, ['-c', `import ${module}`]))
const hasR = (...packages: string[]) =>
  has('Rscript', ['-e', packages.map((one) => `stopifnot(requireNamespace("${one}"))`).join(';')])

/** The guide's prerequisites before the lines of R and Python: a token, a points file. */
async function prepareScript(language: string, count: number) {
  const answer = await service.inject({
    method: 'POST',
    url: '/users/me/access-tokens',
    headers: person.headers,
    payload: { name: language, scopes: ['read', 'run', 'write'], expires_in_days: 1 },
  })
  const { token } = answer.json<{ token: string }>()
  await copyFile(join(ROOT, 'samples/nigeria/survey.csv'), join(folder, 'survey.csv'))
  return { token, blocksRun: blocks(language).slice(0, count) }
}

async function runScript(command: string, options: string[], name: string, lines: string, token: string) {
  await writeFile(join(folder, name), lines)
  return promisify(execFile)(command, [...options, name], {
    cwd: folder,
    env: { ...env, STRATA_TOKEN: token },
  })
}

/** The script prints `sent`, the submission, the repeated request's submission, and a link: all of them truthy. */
async function holdSent(stdout: string, title: string) {
  const [, first, again, url] = /sent (\d+) (\d+) (\S+)/.exec(stdout)!
  expect(again).toBe(first)
  const rows = await service.services.db.select().from(submissions).where(eq(submissions.title, title))
  expect(rows).toEqual([expect.objectContaining({ id: Number(first), app_user_id: person.id })])
  const sent = await service.services.db
    .select()
    .from(jobs)
    .where(eq(jobs.submission_id, Number(first)))
  expect(sent.map(({ status }) => status)).toEqual(['completed', 'completed'])
  const surface = await readFile(join(folder, 'mean.tif'))
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(surface)).toBe(true)
  expect(await readFile(join(folder, 'adm.csv'), 'utf8')).toBe(ADM)
}

async function linkToMean(): Promise<string> {
  const [job] = await service.services.db.select().from(jobs).where(eq(jobs.status, 'completed')).limit(1)
  const answer = await service.inject({
    method: 'POST',
    url: `/modeling/v1/jobs/${job.id}/link/mean`,
    headers: person.headers,
    payload: {},
  })
  return answer.json<{ url: string }>().url
}

describe('docs/api.md', () => {
  it('calls only the service, and only calls in the contract', () => {
    const lines = blocks('bash').join('\n')
    expect(blocks('bash').length).toBeGreaterThan(5)
    for (const [address] of lines.matchAll(/https?:\/\/[^\s}"']+/g))
      expect(address).toBe('http://localhost:8092/api/v1')
    const known = endpoints.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`))
    const called = [...guide.matchAll(/\$API(\/[^\s?"]+)/g)].map(([, path]) => path)
    // Placeholders, `{…}` in Python and `%d`, `%s` in R, match any word.
    const scripted = [...guide.matchAll(/strata\(f?"\/?([^"?]+)/g)].map(
      ([, path]) => `/${path.replaceAll(/\{\w+\}|%[ds]/g, '1')}`,
    )
    expect(scripted.length).toBeGreaterThan(8)
    expect(called.length).toBeGreaterThan(8)
    for (const path of [...called, ...scripted])
      expect(
        known.some((one) => one.test(path)),
        path,
      ).toBe(true)
  })
  it('every bash block works, in order', async () => {
    const { stdout } = await shell(
      `${blocks('bash').join('\n')}\necho "last: $JOB $URL $BAND $HREF $STRATA_TOKEN"`,
    )
    const [, id, url, band, href, token] = /last: (\d+) (\S+) (band-\d+) (\S+) (\S+)/.exec(stdout)!
    const [job] = await service.services.db
      .select()
      .from(jobs)
      .where(eq(jobs.id, Number(id)))
    expect(job).toMatchObject({ status: 'completed', iso3_code: 'NGA', app_user_id: person.id })
    expect(stdout).toContain('"valid": true')
    expect(stdout).toContain(`job ${id}: completed`)
    expect((await readFile(join(folder, 'head.tif'))).length).toBeGreaterThan(100)
    // The key of the first 'bash' block is used by those that follow it in the guide.
    if (has('gdalinfo', ['--version'])) {
      const variables = `API=$STRATA_API URL='${url}' BAND=${band} HREF='${href}' STRATA_TOKEN=${token}`
      const shown = await shell(`${variables}\n${blocks('sh').join('\n')}\ngdalinfo small.tif`)
      // The link, the raster, the search, the layer of the WMTS, and the cut-out.
      expect(shown.stdout.match(/^Driver: /gm)).toHaveLength(5)
      expect(shown.stdout).toContain(`layer=${band},style=viridis`)
      expect(shown.stdout).toContain('Size is 64, 64')
      expect(shown.stdout).toContain('Size is 16, 16')
    }
    // The request id was passed on to the worker.
    const { rows } = await service.services.db.$client.query<{ request_id: string }>(
      `select data->>'request_id' as request_id from pgboss.job where name = 'run-layer'`,
    )
    expect(rows.map(({ request_id }) => request_id)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  }, 120_000)
  it("a wrong password ends it with the service's sentence", async () => {
    const failed = await shell(`PASSWORD=wrong\n${blocks('bash')[0]}\n`).then(
      () => null,
      (error: { stderr: string }) => error.stderr,
    )
    expect(failed).toMatch(/curl: \(22\)/)
  })
  it('the Python lines work with the standard library alone', async (context) => {
    const python = pythonWith('urllib.request')
    context.skip(!python, 'python3 is not installed')
    const { token, blocksRun } = await prepareScript('python', 4)
    const lines = `${blocksRun.join('\n')}\nagain = json.load(strata("/modeling/v1/run/file", body, **headers))\nprint("sent", submission["id"], again["id"], link)\n`
    const { stdout } = await runScript(python!, ['-I'], 'guide.py', lines, token)
    await holdSent(stdout, 'Water, from Python')
    expect(stdout).toContain("['Adamawa']")
    // Five bands, three to a page.
    expect(stdout.match(/^band-\d+ nga_\w+ http\S+\/cog\.tif$/gm)).toHaveLength(5)
    const rejected = await runScript(python!, ['-I'], 'rejected.py', blocksRun[0], 'strata_wrong').catch(
      (error: { stderr: string }) => error.stderr,
    )
    expect(rejected).toBe('Could not validate credentials\n')
  }, 60_000)
  for (const [at, name] of [
    [4, 'pandas'],
    [5, 'rasterio'],
  ] as const)
    it(`the Python lines with ${name} work`, async (context) => {
      const python = pythonWith(name)
      context.skip(!python, `python3 with ${name} is not installed`)
      const { token } = await prepareScript('python', 3)
      const [start] = blocks('python')
      const link = await linkToMean()
      await writeFile(join(folder, 'adm.csv'), ADM)
      const lines = `${start}\nlink = "${link}"\n${blocks('python')[at]}`
      const { stdout } = await runScript(python!, [], `with-${name}.py`, lines, token)
      expect(stdout).toMatch(name === 'pandas' ? /Adamawa +0\.35 +0\.5\d* +3\.1/ : /BoundingBox\(left=3\.0,/)
    }, 60_000)
  it('the R lines work', async (context) => {
    context.skip(!hasR('httr2', 'jsonlite', 'curl'), 'Rscript with httr2 is not installed')
    const { token, blocksRun } = await prepareScript('r', 3)
    const terra = hasR('terra') ? blocks('r').slice(3, 5).join('\n') : ''
    const again = `again <- strata("modeling/v1/run/file") |> req_headers("Idempotency-Key" = key) |>
      with_files(title = "Water, from R") |> req_perform() |> resp_body_json()
      cat("\\nsent", submission$id, again$id, "")`
    const lines = `${[...blocksRun, terra, again].join('\n')}\ncat(strata("modeling/v1/jobs/%d/link/mean", job) |>
      req_body_json(list(minutes = 1)) |> req_perform() |> resp_body_json() |> getElement("url"))`
    const { stdout } = await runScript('Rscript', ['--vanilla'], 'guide.R', lines, token)
    await holdSent(stdout, 'Water, from R')
    expect(stdout).toMatch(/Adamawa +0\.35 +0\.5 +3\.1\n/)
    expect(stdout).not.toContain('Abia')
    if (terra) expect(stdout).toContain('64, 64, 1')
    const rejected = await runScript(
      'Rscript',
      ['--vanilla'],
      'rejected.R',
      blocksRun[0],
      'strata_wrong',
    ).catch((error: { stderr: string }) => error.stderr)
    expect(rejected).toContain('Could not validate credentials')
  }, 60_000)
})
