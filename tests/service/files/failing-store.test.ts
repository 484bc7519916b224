import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { markDatabaseError } from '#service/database-error.ts'
import type { FileStore } from '#service/files/file-store.ts'
import { createLocalFileStore } from '#service/files/local-file-store.ts'
import { createApp } from '#service/http/app.ts'
import { allRoutes } from '#service/http/routes.ts'
import { answerInProcess } from '#service/tasks/answer-in-process.ts'
import { type SmallDisk, mountSmallDisk } from '../../faults/support/small-disk.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { post } from '../rasters/sending.ts'
import { tusOf } from '../uploads/tus.ts'

const disk = mountSmallDisk(16, 200)
afterAll(() => disk?.unmount())
if (!disk) process.stderr.write('Disks without room are not tested: they can only be mounted as root.\n')

let service: TestService
let person: TestPerson
const apps: FastifyInstance[] = []
beforeAll(async () => {
  service = await createTestService()
  person = await service.logIn('staff')
})
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})
afterAll(() => service.close())

/** The same service with another file store, or another database. */
async function serviceWith(changes: Partial<TestService['services']>): Promise<TestService> {
  const services = answerInProcess({ ...service.services, ...changes })
  const { app } = await createApp(services, { routes: allRoutes })
  apps.push(app)
  const inject: TestService['inject'] = ({ url, ...rest }) => app.inject({ ...rest, url: `/api/v1${url}` })
  return { ...service, services, inject }
}

const content = raster((x, y) => x + y)
let band = 0
const upload = (to: TestService) =>
  post(to, person, '/raster/v1/assets', { band_names: `failing_${++band}` }, [
    { field: 'file', name: 'a.tif', content },
  ])
const begin = async (to: TestService) => (await tusOf(to, person).create(content.length)).json().id as string
/** Each way in which a file is sent. */
const sendBoth = async (to: TestService) => {
  const id = await begin(service)
  return [await upload(to), await tusOf(to, person).append(id, 0, content)]
}

describe.skipIf(!disk)('a file store', () => {
  let small: SmallDisk
  let real: TestService
  beforeAll(async () => {
    small = disk!
    real = await serviceWith({ files: createLocalFileStore(join(small.path, 'files')) })
    apps.length = 0
    expect((await upload(real)).statusCode).toBe(200)
  })
  afterEach(() => {
    small.makeWritable()
    small.free()
  })

  it('without free entries for files answers 507, also for the first piece of an upload', async () => {
    small.fillEntries()
    for (const answer of await sendBoth(real)) {
      expect(answer.statusCode, answer.body).toBe(507)
      expect(answer.json().detail).toMatch(/^Not enough storage is left to keep this file\./)
    }
    small.free()
    for (const answer of await sendBoth(real)) expect(answer.statusCode, answer.body).toBeLessThan(300)
  })

  it('that is read-only answers 503 with the reason, and files are still read', async () => {
    const { asset } = (await upload(real)).json()
    small.makeReadOnly()
    for (const answer of await sendBoth(real)) {
      expect(answer.statusCode, answer.body).toBe(503)
      expect(answer.json().detail).toMatch(/^The file store is read-only\. Ask the operator/)
    }
    const read = await real.inject({ url: `/raster/v1/assets/${asset.id}/download`, headers: person.headers })
    expect(read.statusCode).toBe(200)
  })
})

describe('what the system says about a file', () => {
  const failing = (code: string, syscall = 'open'): FileStore => {
    const fail = () =>
      Promise.reject(Object.assign(new Error(`${code}: it failed, ${syscall}`), { code, syscall }))
    const { files } = service.services
    return { ...files, put: fail, grow: (file) => ({ ...files.grow(file), append: fail }) }
  }

  it.each([
    ['ENOSPC', 507, /^Not enough storage/],
    ['EDQUOT', 507, /^Not enough storage/],
    ['EROFS', 503, /read-only/],
    ['EACCES', 503, /has no permission/],
    ['EPERM', 503, /has no permission/],
    ['EMFILE', 503, /too many open files/],
    ['ENFILE', 503, /too many open files/],
    ['EIO', 503, /cannot be read or written/],
    ['ESTALE', 503, /cannot be read or written/],
    ['ENOTDIR', 500, /^Something went wrong/],
  ])('%s is answered with %i', async (code, status, sentence) => {
    for (const answer of await sendBoth(await serviceWith({ files: failing(code) }))) {
      expect(answer.statusCode, answer.body).toBe(status)
      expect(answer.json().detail).toMatch(sentence)
    }
  })

  it('is not said of the body if the database is lost while a file arrives', async () => {
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    markDatabaseError(lost)
    const files = { ...service.services.files, put: () => Promise.reject(lost) }
    const answer = await upload(await serviceWith({ files }))
    expect([answer.statusCode, answer.json().detail]).toEqual([
      503,
      'The database cannot be reached at the moment. Try again shortly.',
    ])
  })

  it('is no error of a store if a process could not be started', async () => {
    const files = failing('EACCES', 'spawn /usr/bin/node')
    for (const answer of await sendBoth(await serviceWith({ files }))) expect(answer.statusCode).toBe(500)
  })
})

it('an upload that is discarded while a call uses it is rejected with a sentence', async () => {
  const { files } = service.services
  const tus = tusOf(service, person)
  const id = await begin(service)
  await tus.append(id, 0, content)
  const seen: string[] = []
  const overtaken: FileStore = {
    ...files,
    async version(key) {
      const found = await files.version(key)
      if (seen.push(key) === 1) expect((await tus.remove(id)).statusCode).toBe(204)
      return found
    },
  }
  const real = await serviceWith({ files: overtaken })
  const answer = await post(real, person, '/raster/v1/assets', { band_names: 'discarded', upload: id }, [])
  expect([answer.statusCode, answer.json().detail]).toEqual([
    409,
    'The uploaded file no longer exists; send it again.',
  ])
})
