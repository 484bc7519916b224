import { createHash } from 'node:crypto'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BASE_PATH, ROLES, READERS, defineEndpoint, isOgc } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { makeDocsPage } from '#service/http/docs/docs-page.ts'
import { makeOpenApi } from '#service/http/docs/openapi.ts'
import { type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let page: Document
let headers: Record<string, unknown>
let source: string
beforeAll(async () => {
  service = await createTestService({ config: { apiPublicUrl: 'https://api.strata.example' } })
  const response = await service.app.inject({ url: `${BASE_PATH}/docs` })
  expect(response.statusCode).toBe(200)
  headers = response.headers
  source = response.body
  page = new JSDOM(source).window.document
})
afterAll(() => service.close())

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const words = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? ''

describe('the API page', () => {
  it('is HTML without external resources, under a strict policy', () => {
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const styles = [...page.querySelectorAll('style')].map((one) => hashOf(one.textContent))
    const scripts = [...page.querySelectorAll('script')].map((one) => hashOf(one.textContent))
    expect(styles).toHaveLength(1)
    expect(scripts).toHaveLength(1)
    expect(policy).toContain(`style-src ${styles[0]};`)
    expect(policy).toContain(`script-src ${scripts[0]};`)
    expect(page.querySelectorAll('link, img, iframe, [src], [style], [onclick]')).toHaveLength(0)
    for (const link of page.querySelectorAll('a'))
      expect(link.getAttribute('href')).toMatch(/^(#|\/api\/v1\/)/)
  })
  it('shows every call below its resource, with address, roles, time-out, answers and a curl line', () => {
    expect(page.querySelectorAll('article')).toHaveLength(endpoints.length)
    for (const endpoint of endpoints) {
      const article = page.getElementById(endpoint.name)
      expect(words(article?.querySelector('h3'))).toBe(endpoint.summary.replace(/\s+/g, ' '))
      expect(words(article?.querySelector('.address'))).toBe(`${endpoint.method} ${endpoint.path}`)
      expect(words(article)).toContain(`Time-out ${(endpoint.timeoutMs ?? 60_000) / 1000} s`)
      const curl = article?.querySelector('pre')?.textContent ?? ''
      expect(curl).toMatch(/^curl /)
      expect(curl.includes('Bearer $STRATA_TOKEN')).toBe(endpoint.access !== 'public')
      expect(curl).not.toMatch(/\{\w+\}"|undefined|\[object/)
      expect(words(article?.parentElement?.querySelector('h2'))).toBe(endpoint.resource)
      for (const name of Object.keys(endpoint.query?.shape ?? {})) expect(words(article)).toContain(name)
      expect(words(article)).toMatch(isOgc(endpoint) ? /Otherwise: .*400/ : /Otherwise: .*422/)
    }
    expect(page.querySelector('#shell')?.textContent).toContain(
      "export STRATA_API='https://api.strata.example/api/v1'\n",
    )
  })
  it('says which scope an access token needs, and which calls accept no access token', () => {
    const about = (name: string) => words(page.querySelector(`#${name} .address + p`))
    expect(about('listJobs')).toBe('listJobs. For viewer, staff, admin. Scope read. Time-out 100 s.')
    expect(about('runFile')).toContain('Scope run.')
    expect(about('markJobsFinal')).toContain('Scope write.')
    expect(about('createAccessToken')).toContain('Only after logging in, with no access token.')
    expect(about('login')).toBe('login. For anyone, without a token. Time-out 60 s.')
  })
  it('marks required fields', () => {
    const body = [...page.querySelectorAll('#login table')].find((one) => words(one).includes('username'))
    expect(words(body?.querySelector('thead'))).toContain('TypeRequired')
    expect(words(body)).toMatch(/username ?text ?required/)
  })
  it('shows what is between backticks as code, in tables too', () => {
    const about = page.querySelector('#searchStac table')
    expect(words(about)).toContain('a GeoJSON geometry, instead of bbox')
    expect(about?.textContent).not.toContain('`')
  })
  it('shows realistic values for every body', () => {
    expect(source).not.toMatch(/some text/)
    for (const { name, body } of endpoints) {
      if (!body) continue
      expect(page.querySelector(`#curl-${name}`)?.textContent, name).toMatch(/ -(d|F) |--data-urlencode/)
    }
    const curl = (name: string) => page.querySelector(`#curl-${name}`)?.textContent.split(' \\\n  ')
    expect(curl('runFile')).toEqual([
      'curl --fail-with-body -sS',
      '-H "Authorization: Bearer $STRATA_TOKEN"',
      "-H 'Idempotency-Key: water-2024-second-round'",
      "-F 'title=Water 2024, second round'",
      "-F 'file=@configuration.csv'",
      "-F 'surveys=@survey.csv'",
      '"$STRATA_API/modeling/v1/run/file"',
    ])
    expect(curl('uploadBands')).toContain("-F 'rasters=@ruggedness.tif'")
    expect(curl('deleteTag')).toContain('-X DELETE')
  })
  it('lists 404 if a body names records that may not exist, and how long to wait after 429', () => {
    const refusals = (name: string) => words(page.querySelector(`#${name} details:last-of-type summary`))
    for (const name of ['addTags', 'markJobsFinal', 'processAsset', 'linkProductFiles'])
      expect(refusals(name), name).toContain('404')
    for (const name of ['login', 'listJobs', 'createClient'])
      expect(refusals(name), name).not.toContain('404')
    const { paths, components } = makeOpenApi(endpoints, { title: 'Strata', version: '1' })
    expect(paths['/tags'].get.responses['429']).toEqual({ $ref: '#/components/responses/429' })
    expect(components.responses['429'].headers).toHaveProperty('Retry-After')
  })
  it('repeats a key for a list only if lists are sent that way', () => {
    expect(words(page.getElementById('listJobs'))).toContain('at most 100, the key repeated')
    expect(words(page.getElementById('runFile'))).toContain('at most 10, the key repeated')
    expect(words(page.getElementById('createAccessToken'))).not.toContain('the key repeated')
    expect(words(page.getElementById('createAccessToken'))).toContain(
      '1 to 100 characters; one line without invisible characters',
    )
    expect(words(page.getElementById('listJobs'))).toContain('three letters; at most 100')
  })
  it('every anchor has a target', () => {
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const link of page.querySelectorAll('a[href^="#"]'))
      expect(ids).toContain(link.getAttribute('href')!.slice(1))
    for (const button of page.querySelectorAll('button'))
      expect(ids).toContain(button.getAttribute('data-copy'))
  })
  it('ends with who may call what', () => {
    const rows = [...page.querySelectorAll('#rights tbody tr')].map((row) => ({
      name: words(row.querySelector('a')),
      may: [...row.querySelectorAll('td')].map(words),
    }))
    expect(rows).toHaveLength(endpoints.length)
    for (const endpoint of endpoints) {
      const expected = [null, ...ROLES].map((role) =>
        endpoint.access === 'public' || (role !== null && endpoint.access.includes(role)) ? 'yes' : 'no',
      )
      expect(rows.find(({ name }) => name === endpoint.name)?.may).toEqual(expected)
    }
    expect(page.querySelector('main')?.lastElementChild?.id).toBe('rights')
  })
  it("names an answer's fields at any depth", () => {
    const list = words(page.getElementById('listJobs'))
    for (const field of ['content[].tags[].name', 'content[].queue_position', 'totalElements'])
      expect(list).toContain(field)
    expect(list).toContain('one or several of pending, running, completed, failed, cancelled')
  })
  it('escapes every text of the contract', () => {
    const hostile = '<script>alert(1)</script>"\'&'
    const call = defineEndpoint({
      name: 'hostile',
      resource: 'things',
      summary: hostile,
      method: 'POST',
      path: '/things/{id}',
      access: READERS,
      scope: 'write',
      rate: 'write',
      audit: null,
      record: null,
      params: z.object({ id: z.string() }),
      body: z.object({ word: z.enum([hostile]) }),
      answer: z.object({ [hostile]: z.string().describe(hostile) }),
    })
    const made = new JSDOM(makeDocsPage(makeOpenApi([call], { title: hostile, version: '1' }))).window
      .document
    expect(made.querySelectorAll('script')).toHaveLength(1)
    expect(words(made.querySelector('h3'))).toBe(hostile)
    expect(made.title).toBe(`${hostile}: the API`)
    // Also in a shell's single quotes.
    expect(made.querySelector('article pre')?.textContent).toContain(String.raw`\"'\''&"}'`)
  })
})

describe.each([
  ['/openapi.json', '192.0.2.1', '192.0.2.2'],
  ['/docs', '192.0.2.3', '192.0.2.4'],
])('%s', (path, address, another) => {
  const ask = (more: Record<string, string> = {}, remoteAddress = address) =>
    service.app.inject({ url: BASE_PATH + path, headers: more, remoteAddress })
  it('is sent once to who has it already', async () => {
    const first = await ask()
    expect(first.statusCode).toBe(200)
    const again = await ask({ 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await ask({ 'if-none-match': '"another"' })).body).toBe(first.body)
  })
  it('is limited by address', async () => {
    const known = { 'if-none-match': '*' }
    const statuses = new Set<number>()
    // The first ones may fall into the minute before.
    for (let n = 0; n < 1300 && !statuses.has(429); n++) statuses.add((await ask(known)).statusCode)
    expect([...statuses]).toEqual([304, 429])
    expect((await ask(known, another)).statusCode).toBe(304)
  })
})
