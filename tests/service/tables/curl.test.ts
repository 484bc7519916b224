import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import { tags } from '#service/db/schema.ts'
import { curlOf } from '../../../src/lib/curl.ts'
import { queryString } from '../../../src/lib/query-string.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let viewer: TestPerson
let api: string
const NAMES = [`it's "$HOME" \`id\` $(id) \\ & ; | é`, 'plain']
beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  await service.services.db.insert(tags).values(NAMES.map((name) => ({ name })))
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  api = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}${BASE_PATH}`
})
afterAll(() => service.close())

const run = (command: string) =>
  promisify(execFile)('sh', ['-c', command], {
    env: { PATH: process.env.PATH, STRATA_API: api, STRATA_TOKEN: viewer.token },
  })

it('a copied command runs in a shell and gets the rows of the table, whatever the filter holds', async () => {
  for (const name of NAMES) {
    const { stdout } = await run(curlOf(`/tags?${queryString({ name, limit: 5 })}`))
    expect(JSON.parse(stdout).content.map((tag: { name: string }) => tag.name)).toEqual([name])
  }
})

it('quotes what a shell would run', async () => {
  const { stdout } = await run(curlOf(`/tags?name='"$(echo plain)"'`).replace(/^curl.*\n/, 'echo '))
  expect(stdout.trim()).toBe(`${api}/tags?name='"$(echo plain)"'`)
})
