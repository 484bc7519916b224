import { createHash } from 'node:crypto'
import { type IncomingMessage, type RequestListener, type Server, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '#service/context.ts'
import { worldpop_datasets } from '#service/db/schema.ts'
import { finishIntake } from '#service/domain/intake/finish.ts'
import { receive } from '#service/domain/intake/receive.ts'
import { importDatasetFile, withFetched } from '#service/domain/worldpop/import.ts'
import { type RemoteOptions, openRemote, requireAllowed } from '#service/domain/worldpop/open-remote.ts'
import { isPublicAddress, publicLookup } from '#service/domain/worldpop/public-address.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { leftovers, post } from '../rasters/sending.ts'

let service: TestService
const people = {} as Record<'viewer' | 'staff' | 'other' | 'admin', TestPerson>
beforeAll(async () => {
  service = await createTestService()
  for (const role of ['viewer', 'staff', 'admin'] as const) people[role] = await service.logIn(role)
  people.other = await service.logIn('staff')
})
afterAll(() => service.close())

const get = (url: string) => service.inject({ url, headers: people.viewer.headers })
const counts = raster((x, y) => x * y)
const about = { iso3_code: 'TGO', year: '2020', resolution: '1km' }
const send = (
  fields: Record<string, string> = {},
  content = counts,
  person: TestPerson | undefined = people.staff,
) =>
  post(service, person, '/worldpop/v1/datasets', { ...about, ...fields }, [
    { field: 'file', name: 'tgo_ppp_2020.tif', content },
  ])

it('says which hosts datasets may be fetched from', async () => {
  const hosts = service.services.config.worldpopHosts
  expect(hosts.length).toBeGreaterThan(0)
  expect((await get('/worldpop/v1/hosts')).json()).toEqual({
    content: [...hosts],
    totalElements: hosts.length,
  })
  expect((await service.inject({ url: '/worldpop/v1/hosts' })).statusCode).toBe(403)
})

describe('importing a population raster', () => {
  it('creates an asset with a band, and a dataset', async () => {
    const answer = await send({ un_adjusted: 'true' })
    expect(answer.statusCode).toBe(200)
    const { catalogued, findings, dataset } = answer.json()
    expect([catalogued, findings]).toEqual([true, []])
    expect(dataset).toMatchObject({
      iso3_code: 'TGO',
      country: 'Togo',
      year: 2020,
      category: 'population',
      resolution: '1km',
      constrained: false,
      un_adjusted: true,
      url: null,
      sha256: createHash('sha256').update(counts).digest('hex'),
      size: counts.length,
      bands: [{ name: 'worldpop_tgo_population_2020_1km_unadj' }],
    })
    const band = (await get(`/raster/v1/bands/${dataset.bands[0].id}`)).json()
    expect(band).toMatchObject({
      unit: 'people',
      source: 'WorldPop',
      year: 2020,
      iso3_code: 'TGO',
      asset_id: dataset.asset_id,
    })
    expect((await get(`/worldpop/v1/datasets/${dataset.id}`)).json()).toEqual(dataset)
    const held = await service.inject({
      method: 'DELETE',
      url: `/raster/v1/assets/${dataset.asset_id}`,
      headers: people.admin.headers,
    })
    expect(held.json().detail).toMatch(/is in use: the population dataset of TGO 2020/)
  })
  it('rejects populations below 0, and keeps nothing', async () => {
    const before = await leftovers(service)
    const wrong = raster((x, y) => (x === 0 && y < 3 ? -2.5 : x))
    const { catalogued, findings } = (await send({ year: '2019' }, wrong)).json()
    expect(catalogued).toBe(false)
    expect(findings).toEqual([
      {
        severity: 'error',
        code: 'negative-population',
        band: 1,
        message: '3 cells are below 0 (down to −2.5); population cannot be negative.',
        help: 'Set them to 0 or to nodata.',
      },
    ])
    expect((await send({ year: '2019', category: 'other', dry_run: 'true' }, wrong)).json().findings).toEqual(
      [],
    )
    expect(await leftovers(service)).toEqual(before)
  })
  it.each([
    ['the same again', { un_adjusted: 'true' }, 409, /already exists/],
    ['an unknown country', { iso3_code: 'XXX' }, 422, /'XXX' is not known/],
    ['a year that is none', { year: '20' }, 422, /year must be at least 1900/],
    ['a resolution that is none', { resolution: 'fine' }, 422, /resolution must be a length/],
    ['another category', { category: 'sheep' }, 422, /category must be one of population/],
    ['other columns', { asset_id: '1' }, 422, /'asset_id' is not known/],
    ['another file than announced', { sha256: '0'.repeat(64) }, 400, /changed during the transfer/],
  ])('rejects %s', async (_what, fields, status, sentence) => {
    const before = await leftovers(service)
    const answer = await send(fields as unknown as Record<string, string>)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().detail).toMatch(sentence)
    expect(await leftovers(service)).toEqual(before)
  })
  it('needs write access', async () => {
    expect((await send({}, counts, people.viewer)).statusCode).toBe(403)
    expect((await post(service, undefined, '/worldpop/v1/datasets', {}, [])).statusCode).toBe(403)
  })
})

describe('the lists', () => {
  it('page, sort, filter and count past the end', async () => {
    await send({ year: '2015', category: 'density', resolution: '100m', constrained: 'true' })
    const ids = async (query: string) =>
      (await get(`/worldpop/v1/datasets?${query}`)).json().content.map((one: { year: number }) => one.year)
    expect(await ids('sort_by=year')).toEqual([2015, 2020])
    expect(await ids('sort_by=year&sort_order=desc&limit=1')).toEqual([2020])
    expect(await ids('iso3_code=tgo&year=2015')).toEqual([2015])
    expect(await ids('category=population&category=births')).toEqual([2020])
    expect(await ids('constrained=true')).toEqual([2015])
    expect(await ids('un_adjusted=true&resolution=1km')).toEqual([2020])
    expect(await ids('iso3_code=KEN')).toEqual([])
    expect((await get('/worldpop/v1/datasets?skip=9')).json()).toEqual({ content: [], totalElements: 2 })
    expect((await get('/worldpop/v1/datasets?sort_by=url')).statusCode).toBe(422)
    expect((await get('/worldpop/v1/datasets/4242')).json().detail).toBe(
      'There is no population dataset 4242.',
    )
    expect((await service.inject({ url: '/worldpop/v1/datasets' })).statusCode).toBe(403)
  })
  it('report coverage by country and year', async () => {
    expect((await get('/worldpop/v1/coverage')).json()).toEqual({
      content: [
        {
          iso3_code: 'TGO',
          country: 'Togo',
          year: 2015,
          datasets: 1,
          categories: ['density'],
          resolutions: ['100m'],
        },
        {
          iso3_code: 'TGO',
          country: 'Togo',
          year: 2020,
          datasets: 1,
          categories: ['population'],
          resolutions: ['1km'],
        },
      ],
      totalElements: 2,
    })
    expect((await get('/worldpop/v1/coverage?year=2015&skip=5')).json()).toEqual({
      content: [],
      totalElements: 1,
    })
    expect((await get('/worldpop/v1/coverage?sort_by=x')).statusCode).toBe(422)
  })
  it('delete a dataset, for its owner or an admin', async () => {
    const [{ id, asset_id }] = (await get('/worldpop/v1/datasets?year=2015')).json().content
    const remove = (person: TestPerson) =>
      service.inject({ method: 'DELETE', url: `/worldpop/v1/datasets/${id}`, headers: person.headers })
    expect((await remove(people.viewer)).statusCode).toBe(403)
    expect((await remove(people.other)).json().detail).toMatch(/^Only the person who created/)
    expect((await remove(people.staff)).json().msg).toBe(
      `The density of Togo in 2015 was removed; its raster is still available as asset ${asset_id}.`,
    )
    expect((await remove(people.staff)).statusCode).toBe(404)
    expect((await get(`/raster/v1/assets/${asset_id}`)).statusCode).toBe(200)
  })
  it('a deleted dataset can be imported again, beside the bands of its raster', async () => {
    const imported = async () => (await send({ year: '1999' })).json().dataset
    const first = await imported()
    await service.inject({
      method: 'DELETE',
      url: `/worldpop/v1/datasets/${first.id}`,
      headers: people.admin.headers,
    })
    const [band] = first.bands
    expect((await imported()).bands).toMatchObject([{ name: `${band.name}_2` }])
  })
})

describe('an address', () => {
  let server: Server | undefined
  let hits = 0
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
    server = undefined
    hits = 0
  })
  const URL_ = 'https://data.worldpop.org/GIS/tgo_ppp_2018.tif'
  /** Plays the allowed host on loopback; everything except the socket's target is real. */
  async function play(answer: RequestListener): Promise<RemoteOptions['request']> {
    server = createServer((incoming, outgoing) => {
      hits++
      answer(incoming, outgoing)
    })
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return (url, { lookup: _lookup, ...options }, answered) =>
      request(`http://127.0.0.1:${port}${url.pathname}`, options, answered as (one: IncomingMessage) => void)
  }
  const togo = {
    iso3_code: 'TGO',
    year: 2018,
    category: 'population',
    resolution: '1km',
    constrained: false,
    un_adjusted: false,
    dry_run: false,
  } as const
  const bring = async (
    answer: RequestListener,
    changes: object = {},
    caller: Caller = { personId: people.staff.id },
  ) => {
    const wanted = { ...togo, ...changes }
    return withFetched(
      service.services,
      { ...wanted, url: URL_ },
      caller,
      (sent, url) =>
        importDatasetFile(service.services, sent, wanted, { url, createdBy: people.staff.id }, caller),
      { request: await play(answer) },
    )
  }

  it('is imported later for a caller who does not wait, with its address', async () => {
    const wanted = { ...togo, year: 2013, url: URL_ }
    const asset = await withFetched(
      service.services,
      wanted,
      { personId: people.staff.id },
      (sent) => receive(service.services, sent, { way: 'population', about: wanted }, people.staff.id),
      { request: await play((_incoming, outgoing) => outgoing.end(counts)) },
    )
    expect(asset).toMatchObject({ status: 'received', bounds: null })
    await finishIntake(service.services, asset.id, new AbortController().signal)
    const list = await service.inject({
      url: '/worldpop/v1/datasets?iso3_code=TGO&year=2013',
      headers: people.staff.headers,
    })
    expect(list.json().content).toMatchObject([{ url: URL_, asset_id: asset.id }])
  })

  it('is fetched and imported by a worker for a caller who does not wait', async () => {
    const wanted = { iso3_code: 'TGO', year: 2012, category: 'population', resolution: '1km', url: URL_ }
    const headers = { ...people.staff.headers, prefer: 'respond-async' }
    const fetchLater = (payload: object) =>
      service.inject({ method: 'POST', url: '/worldpop/v1/datasets/from-address', headers, payload })
    const answer = await fetchLater(wanted)
    expect(answer.statusCode, answer.body).toBe(202)
    const { id } = answer.json()
    expect(answer.json()).toMatchObject({ status: 'received', name: 'tgo_ppp_2018.tif', size: null })
    const elsewhere = await fetchLater({ ...wanted, url: 'https://evil.example/a.tif' })
    expect(elsewhere.statusCode).toBe(422)
    const { signal } = new AbortController()
    const serve: RequestListener = (_incoming, outgoing) => outgoing.end(counts)
    await finishIntake(service.services, id, signal, { request: await play(serve) })
    const { headers: mine } = people.staff
    const asset = await service.inject({ url: `/raster/v1/assets/${id}`, headers: mine })
    expect(asset.json()).toMatchObject({ status: 'ready', size: counts.length })
    const list = await service.inject({
      url: '/worldpop/v1/datasets?iso3_code=TGO&year=2012',
      headers: mine,
    })
    expect(list.json().content).toMatchObject([{ url: URL_, asset_id: id }])
    expect((await leftovers(service)).loose).toBe(0)
    expect((await fetchLater(wanted)).statusCode).toBe(409)
  })

  it('rejects what a worker cannot fetch, and says why', async () => {
    const wanted = { iso3_code: 'TGO', year: 2011, category: 'population', resolution: '1km', url: URL_ }
    const headers = { ...people.staff.headers, prefer: 'respond-async' }
    const post = { method: 'POST', url: '/worldpop/v1/datasets/from-address', headers } as const
    const { id } = (await service.inject({ ...post, payload: wanted })).json()
    const { signal } = new AbortController()
    const serve: RequestListener = (_incoming, outgoing) => outgoing.writeHead(404).end()
    await finishIntake(service.services, id, signal, { request: await play(serve) })
    const findings = await service.inject({ url: `/raster/v1/assets/${id}/findings`, headers })
    expect(findings.json().content).toMatchObject([
      { severity: 'error', message: expect.stringMatching(/no file at this address/) },
    ])
  })

  it('imports the raster', async () => {
    const { catalogued, dataset } = await bring((incoming, outgoing) => {
      expect(incoming.url).toBe('/GIS/tgo_ppp_2018.tif')
      expect(incoming.headers.authorization).toBeUndefined()
      outgoing.setHeader('content-length', counts.length)
      outgoing.end(counts)
    })
    expect(catalogued).toBe(true)
    expect(dataset).toMatchObject({ year: 2018, url: URL_, size: counts.length })
    expect((await leftovers(service)).loose).toBe(0)
    // Existing data is not fetched again.
    hits = 0
    await expect(bring((_incoming, outgoing) => outgoing.end(counts))).rejects.toMatchObject({
      kind: 'conflict',
    })
    expect(hits).toBe(0)
  })
  it.each([
    [
      'a redirect',
      (_: IncomingMessage, o: Parameters<RequestListener>[1]) =>
        o.writeHead(302, { location: 'https://evil.test/' }).end(),
      /redirect, which is not followed/,
    ],
    [
      'no such file',
      (_: IncomingMessage, o: Parameters<RequestListener>[1]) => o.writeHead(404).end(),
      /no file at this address/,
    ],
    [
      'a fault',
      (_: IncomingMessage, o: Parameters<RequestListener>[1]) => o.writeHead(500).end(),
      /answers 500/,
    ],
    [
      'a page',
      (_: IncomingMessage, o: Parameters<RequestListener>[1]) => o.end('<html>not here, but there</html>'),
      /^Unsupported file type: .* a text such as HTML/,
    ],
    [
      'a file that is cut off',
      (_: IncomingMessage, o: Parameters<RequestListener>[1]) => {
        o.setHeader('content-length', counts.length + 5)
        o.write(counts, () => o.destroy())
      },
      /stopped before the file was complete/,
    ],
    [
      'more than is allowed',
      (_: IncomingMessage, o: Parameters<RequestListener>[1]) => {
        o.setHeader('content-length', 9 * 2 ** 30)
        o.write('II*\0')
      },
      /larger than 8 GiB/,
    ],
    [
      'a damaged raster',
      (_: IncomingMessage, o: Parameters<RequestListener>[1]) => o.end(counts.subarray(0, 250)),
      /probably truncated while copying; send it again\.$/,
    ],
  ] as const)('keeps nothing of %s', async (_what, answer, sentence) => {
    const before = await leftovers(service)
    const rows = (await service.services.db.select().from(worldpop_datasets)).length
    const result = bring(answer, { year: 2017 })
    await expect(result).rejects.toThrow(sentence)
    expect(await leftovers(service)).toEqual(before)
    expect((await service.services.db.select().from(worldpop_datasets)).length).toBe(rows)
  })
  it('stops fetching when its caller disconnects', async () => {
    const before = await leftovers(service)
    const browser = new AbortController()
    let closed = false
    const result = bring(
      (_incoming, outgoing) => {
        outgoing.on('close', () => (closed = true))
        outgoing.write(counts.subarray(0, 100), () => browser.abort())
      },
      { year: 2016 },
      { personId: people.staff.id, signal: browser.signal },
    )
    await expect(result).rejects.toMatchObject({ kind: 'unavailable' })
    await vi.waitFor(() => expect(closed).toBe(true))
    expect(await leftovers(service)).toEqual(before)
  })
  it('gives up after its time', async () => {
    const play_ = await play(() => {})
    const slow = openRemote(new URL(URL_), { allowedHosts: [], request: play_, limitMs: 100 })
    await expect(slow).rejects.toThrow(/cannot be reached/)
  })

  it.each([
    ['http://data.worldpop.org/a.tif', /Only https/],
    ['file:///etc/passwd', /Only https/],
    [
      'https://evil.test/a.tif',
      /Downloads from 'evil\.test' are not allowed; allowed hosts are data\.worldpop\.org/,
    ],
    ['https://data.worldpop.org.evil.test/a.tif', /are not allowed/],
    ['https://data.worldpop.org@evil.test/a.tif', /must not contain a user name/],
    ['https://user:pass@data.worldpop.org/a.tif', /must not contain a user name/],
    ['https://data.worldpop.org:8443/a.tif', /are not allowed/],
    ['https://127.0.0.1/a.tif', /are not allowed/],
    ['https://0x7f.1/a.tif', /are not allowed/],
    ['https://[::1]/a.tif', /are not allowed/],
    ['not an address', /not an address/],
  ])('%s is rejected before any request', async (url, sentence) => {
    const answer = await service.inject({
      method: 'POST',
      url: '/worldpop/v1/datasets/from-address',
      headers: people.staff.headers,
      payload: { ...about, year: 2011, url },
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toMatch(sentence)
    expect(answer.json().errors[0].field).toBe('url')
  })
  it('with a literal IP is rejected even if it is configured', () => {
    expect(() => requireAllowed('https://127.0.0.1/a.tif', ['127.0.0.1'])).toThrow(/are not allowed/)
    expect(() => requireAllowed('https://[::1]/a.tif', ['[::1]'])).toThrow(/are not allowed/)
    expect(() => requireAllowed('https://data.worldpop.org/a.tif', [])).toThrow(
      /download the file and upload it/,
    )
  })
  it('needs write access', async () => {
    const ask = (person?: TestPerson) =>
      service.inject({
        method: 'POST',
        url: '/worldpop/v1/datasets/from-address',
        headers: person?.headers ?? {},
        payload: { ...about, url: URL_ },
      })
    expect((await ask(people.viewer)).statusCode).toBe(403)
    expect((await ask()).json().detail).toBe('Could not validate credentials')
  })

  describe('that leads into our own network', () => {
    it.each([
      '127.0.0.1',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      'fe80::1',
      'fc00::1',
      'ff02::1',
      '2002:7f00:1::',
      '64:ff9b::7f00:1',
      '2001:db8::1',
    ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
    it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:2800:220:1:248:1893:25c8:1946'])(
      '%s is public',
      (address) => expect(isPublicAddress(address)).toBe(true),
    )
    it.each([
      ['a private answer', [[{ address: '127.0.0.1', family: 4 }]]],
      [
        'one among public ones',
        [
          [
            { address: '93.184.216.34', family: 4 },
            { address: '::1', family: 6 },
          ],
        ],
      ],
      ['no answer', [[]]],
    ])('is rejected for %s, and no request is sent', async (_what, [addresses]) => {
      await play((_incoming, outgoing) => outgoing.end(counts))
      const { port } = server!.address() as AddressInfo
      const lookup = publicLookup((_host, _options, done) => done(null, addresses))
      const opened = openRemote(new URL(URL_), {
        allowedHosts: [],
        lookup,
        request: (url, options, answered) => request(`http://${url.hostname}:${port}/`, options, answered),
      })
      await expect(opened).rejects.toThrow(/resolves to an address that is not public/)
      expect(hits).toBe(0)
    })
    it('resolves the name only once: the socket gets the validated address', async () => {
      let asked = 0
      // Public the first time, loopback afterwards.
      const lookup = publicLookup((_host, _options, done) =>
        done(null, [{ address: asked++ === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 }]),
      )
      const given = await new Promise((resolve) =>
        lookup('data.worldpop.org', { all: true }, (error, addresses) => resolve(error ?? addresses)),
      )
      expect(given).toEqual([{ address: '93.184.216.34', family: 4 }])
      expect(asked).toBe(1)
    })
  })
})
