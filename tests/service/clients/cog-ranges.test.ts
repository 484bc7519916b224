import { execFile, spawnSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import { assets, audit_log, signed_link_revocations } from '#service/db/schema.ts'
import { linkLines } from '../../../src/components/jobs/report/files/link-lines.ts'
import { gdal, hasGdal } from '../../support/rasters/gdal.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { addJobWithOutput } from '../signed-links/job-with-output.ts'
import { post } from '../rasters/sending.ts'

const content = raster((x, y) => x + y * 100)
let service: TestService
let base: string
const people = {} as Record<'viewer' | 'staff', TestPerson>
let assetId: number
let productId: number
let jobId: number
/** Path, without the base, and status of every call since `asked` was emptied. */
const asked: { path: string; status: number; range: string }[] = []

beforeAll(async () => {
  service = await createTestService()
  service.app.server.on('request', ({ url = '', headers }, response) => {
    response.on('finish', () =>
      asked.push({
        path: url.replace(BASE_PATH, ''),
        status: response.statusCode,
        range: headers.range ?? '',
      }),
    )
  })
  for (const role of ['viewer', 'staff'] as const) people[role] = await service.logIn(role)
  const file = (name: string) => [{ field: 'file', name, content }]
  const sent = await post(service, people.staff, '/raster/v1/assets', {}, file('height.tif'))
  assetId = sent.json().asset.id
  const about = { iso3_code: 'TGO', target: 'water', source: 'DHS', source_wave: '2018' }
  const checkedIn = await post(service, people.staff, '/interpolation/raster/check-in', about, file('w.tif'))
  productId = checkedIn.json().product.id
  jobId = (await addJobWithOutput(service.services, people.staff.id, content)).id
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  service.services.config.apiPublicUrl = `http://127.0.0.1:${port}`
  base = `http://127.0.0.1:${port}${BASE_PATH}`
})
afterAll(() => service.close())

const link = async (part = 'cog', payload?: object) =>
  service.inject({
    method: 'POST',
    url: `/raster/v1/assets/${assetId}/link/${part}`,
    headers: people.viewer.headers,
    ...(payload ? { payload } : {}),
  })
const get = (url: string, headers: Record<string, string> = people.viewer.headers) =>
  service.inject({ url, headers })

describe('the Cloud-Optimized GeoTIFF of an asset', () => {
  it('is served by ranges, with the checksum as ETag', async () => {
    const url = `/raster/v1/assets/${assetId}/cog.tif`
    const whole = await get(url)
    expect(whole.statusCode).toBe(200)
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' })
    expect(whole.rawPayload.toString('latin1', 0, 2)).toBe('II')
    const part = await get(url, { ...people.viewer.headers, range: 'bytes=0-99' })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(0, 100))
    const known = await get(url, { ...people.viewer.headers, 'if-none-match': String(whole.headers.etag) })
    expect(known.statusCode).toBe(304)
    expect((await get(url, {})).statusCode).toBe(401)
    expect((await get('/raster/v1/assets/4242/cog.tif')).statusCode).toBe(404)
  })
  it('is missing for rasters that have none, and those that are not ready, which is said', async () => {
    const { db } = service.services
    const set = (values: object) => db.update(assets).set(values).where(eq(assets.id, assetId))
    const [before] = await db.select().from(assets).where(eq(assets.id, assetId))
    await set({ cloud_optimized: false, cog_file_id: null })
    const none = await get(`/raster/v1/assets/${assetId}/cog.tif`)
    expect(none.statusCode).toBe(404)
    expect(none.json().detail).toContain('has no Cloud-Optimized GeoTIFF')
    expect((await link()).statusCode).toBe(404)
    expect((await link('original')).statusCode).toBe(200)
    await set({ cloud_optimized: true, cog_file_id: before.cog_file_id })
    const intake = { way: 'upload', name: 'later.tif', about: {} } as const
    const { id: _id, ...others } = before
    const [{ id }] = await db
      .insert(assets)
      .values({ ...others, status: 'received', intake, cog_file_id: null })
      .returning({ id: assets.id })
    expect((await get(`/raster/v1/assets/${id}/cog.tif`)).statusCode).toBe(409)
    await db.delete(assets).where(eq(assets.id, id))
  })
})

describe('a signed link to an asset', () => {
  it('opens the COG or the original without a session', async () => {
    for (const part of ['cog', 'original'] as const) {
      const { url } = (await link(part)).json()
      const opened = await fetch(url)
      expect(opened.status).toBe(200)
      const direct = await get(`/raster/v1/assets/${assetId}/${part === 'cog' ? 'cog.tif' : 'download'}`)
      expect(Buffer.from(await opened.arrayBuffer())).toEqual(direct.rawPayload)
    }
    expect((await link('everything')).statusCode).toBe(422)
    expect((await link('cog', { minutes: 30 * 24 * 60 + 1 })).statusCode).toBe(422)
    const entries = await service.services.db
      .select({ record: audit_log.record, result: audit_log.result })
      .from(audit_log)
      .where(eq(audit_log.action, 'link-asset'))
    expect(entries).toContainEqual({ record: `assets:${assetId}`, result: 'ok' })
  })
  it('ends when an admin withdraws it, and when the asset is deleted', async () => {
    const file = [{ field: 'file', name: 'short-lived.tif', content }]
    const { id } = (await post(service, people.staff, '/raster/v1/assets', {}, file)).json().asset
    const ask = async () =>
      (
        await service.inject({
          method: 'POST',
          url: `/raster/v1/assets/${id}/link/cog`,
          headers: people.viewer.headers,
        })
      ).json().url as string
    const first = await ask()
    const admin = await service.logIn('admin')
    const payload = { kind: 'asset', id }
    const withdrawn = await service.inject({
      method: 'POST',
      url: '/links/withdraw',
      headers: admin.headers,
      payload,
    })
    expect(withdrawn.statusCode).toBe(200)
    expect((await fetch(first)).status).toBe(410)
    const second = await ask()
    expect((await fetch(second)).status).toBe(200)
    const removal = {
      method: 'DELETE',
      url: `/raster/v1/assets/${id}`,
      headers: people.staff.headers,
    } as const
    expect((await service.inject(removal)).statusCode).toBe(200)
    expect((await fetch(second)).status).toBe(410)
    const revoked = await service.services.db
      .select()
      .from(signed_link_revocations)
      .where(eq(signed_link_revocations.kind, 'asset'))
    expect(revoked.map(({ record_id }) => record_id)).toContain(String(id))
  })
})

interface Facts {
  size: [number, number]
  geoTransform: number[]
}

describe.skipIf(!hasGdal)('GDAL /vsicurl/ (skipped without gdal-bin)', () => {
  const targets = () => ({
    'the COG of an asset': `/raster/v1/assets/${assetId}/cog.tif`,
    'the original of an asset': `/raster/v1/assets/${assetId}/download`,
    'a product': `/interpolation/download/${productId}?ext=tif`,
    'an output of a job': `/modeling/v1/jobs/${jobId}/download/mean`,
  })
  type Target = keyof ReturnType<typeof targets>
  const TARGETS = [
    'the COG of an asset',
    'the original of an asset',
    'a product',
    'an output of a job',
  ] as const satisfies readonly Target[]

  it.each(TARGETS)('reads %s with an access token, by ranges; no side file exists', async (target) => {
    const made = await service.inject({
      method: 'POST',
      url: '/users/me/access-tokens',
      headers: people.viewer.headers,
      payload: { name: target, scopes: ['read'], expires_in_days: 1 },
    })
    const { token } = made.json<{ token: string }>()
    asked.length = 0
    const path = targets()[target]
    const facts = JSON.parse(await gdal('gdalinfo', ['-json', `/vsicurl/${base}${path}`], { token })) as Facts
    expect(facts.size).toEqual([24, 24])
    const value = await gdal('gdallocationinfo', ['-valonly', `/vsicurl/${base}${path}`, '3', '2'], { token })
    expect(Number(value)).toBe(203)
    expect(asked.some(({ status, range }) => status === 206 && range !== '')).toBe(true)
    const beside = asked.filter(
      (call) => call.path !== path && /\.(aux|ovr|msk|xml|IMD|RPB)/i.test(call.path),
    )
    for (const call of beside) expect(call.status, call.path).toBe(404)
    await expect(gdal('gdalinfo', [`/vsicurl/${base}${path}`])).rejects.toThrow()
  })
  it('is sent a token by programs that wait to be asked for one, and reads by blocks without end', async () => {
    const { token } = people.viewer
    const made = await service.inject({
      method: 'POST',
      url: '/users/me/access-tokens',
      headers: { authorization: `Bearer ${token}` },
      payload: { name: 'curl', scopes: ['read'], expires_in_days: 1 },
    })
    const url = base + targets()['the COG of an asset']
    const curl = async (password: string, ...options: string[]) => {
      const all = ['-sS', '--anyauth', '-u', `any:${password}`, '-o', '/dev/null', '-w', '%{http_code}']
      const { stdout } = await promisify(execFile)('curl', [...all, ...options, url])
      return stdout
    }
    const own = made.json<{ token: string }>().token
    expect(await curl(own)).toBe('200')
    expect(await curl(own, '-r', '0-99')).toBe('206')
    expect(await curl('wrong')).toBe('403')
    const headers = { authorization: `Bearer ${token}`, range: 'bytes=0-9' }
    const statuses = new Set<number>()
    for (let n = 0; n < 13; n++)
      for (const { statusCode } of await Promise.all(
        Array.from({ length: 50 }, () => service.inject({ url: targets()['an output of a job'], headers })),
      ))
        statuses.add(statusCode)
    expect([...statuses]).toEqual([206])
  })
  it('reads a signed link without a token, and asks for no side file', async () => {
    const { url } = (await link()).json<{ url: string }>()
    asked.length = 0
    expect(await gdal('gdalinfo', [`/vsicurl?empty_dir=yes&url=${encodeURIComponent(url)}`])).toContain(
      'Size is 24, 24',
    )
    const beside = asked.filter(({ path }) => !url.endsWith(path) && path.includes('/files/signed/'))
    expect(beside).toEqual([])
  })
})

describe('the snippets of a report', () => {
  const run = promisify(execFile)
  const program = {
    R: (text: string) => run('Rscript', ['-e', `${text}\ncat(as.matrix(height, wide = TRUE)[3, 4])`]),
    Python: (text: string) => run('python3', ['-c', `${text}\n\nprint(height[2, 3])`]),
  }
  const has = {
    R: spawnSync('Rscript', ['-e', 'library(terra)']).status === 0,
    Python: spawnSync('python3', ['-c', 'import rasterio']).status === 0,
  }
  // Debian: r-cran-terra, python3-rasterio.
  it.for(['R', 'Python'] as const)('read values by a signed link in %s', async (tool, { skip }) => {
    skip(!has[tool], `${tool} or its package is not installed`)
    const { url } = (await link()).json<{ url: string }>()
    const { text } = linkLines('height', 'height.tif', url).find((lines) => lines.tool === tool)!
    const { stdout } = await program[tool](text)
    expect(Number(stdout)).toBe(203)
  })
})
