import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assets, files, job_outputs } from '../../service/db/schema.ts'
import { openFileStore } from '../../service/files/open-file-store.ts'
import { createLayerFixture } from '../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../support/service.ts'
import { type Bucket, createBucket } from './bucket.ts'

let bucket: Bucket
let service: TestService
let person: TestPerson
let jobId: number
let content: Buffer
beforeAll(async () => {
  bucket = await createBucket()
  service = await createTestService()
  service.services.files = openFileStore({ filesUrl: bucket.url, dataDir: service.services.config.dataDir })
  person = await service.logIn('staff')
  // The fixture's rasters and points are put into the bucket like any upload.
  const fixture = await createLayerFixture(service.services, person.id)
  jobId = await fixture.addJob({ status: 'completed' })
  const [raster] = await service.services.db.select().from(assets).limit(1)
  const [file] = await service.services.db.select().from(files).where(eq(files.id, raster.file_id!))
  await service.services.db.insert(job_outputs).values({ job_id: jobId, type: 'mean', file_id: file.id })
  content = await service.services.files.readAll(file.key)
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  service.services.config.apiPublicUrl = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await service.close()
  await bucket.close()
})

const download = (headers: Record<string, string> = {}) =>
  service.inject({
    url: `/modeling/v1/jobs/${jobId}/download/mean`,
    headers: { ...person.headers, ...headers },
  })

describe('files in an object store', () => {
  it('are stored there, and nowhere else', async () => {
    expect((await bucket.keys()).length).toBeGreaterThanOrEqual(4)
    expect(content.length).toBeGreaterThan(1000)
  })
  it('are downloaded, whole and in part', async () => {
    expect((await download()).rawPayload).toEqual(content)
    const part = await download({ range: 'bytes=100-299' })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload).toEqual(content.subarray(100, 300))
  })
  it('are viewed: a tile is rendered from parts of the object, and no copy is made', async () => {
    const tile = await service.inject({
      url: `/modeling/v1/jobs/${jobId}/tiles/mean/6/32/30?min=0&max=1`,
      headers: person.headers,
    })
    expect(tile.statusCode).toBe(200)
    expect(tile.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    await expect(readdir(join(service.services.config.dataDir, 'cache'))).rejects.toThrow('ENOENT')
  })
  it('open by a signed link, for anyone and for GDAL', async () => {
    const asked = await service.inject({
      method: 'POST',
      url: `/modeling/v1/jobs/${jobId}/link/mean`,
      headers: person.headers,
    })
    const { url } = asked.json<{ url: string }>()
    const whole = await fetch(url)
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(content)
    const part = await fetch(url, { headers: { range: 'bytes=-8' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(-8))
    const info = await promisify(execFile)('gdalinfo', ['-json', `/vsicurl/${url}`]).catch(
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : Promise.reject(error)),
    )
    // If GDAL is installed, it opens the link directly, without assuming side files.
    if (info) expect(JSON.parse(info.stdout)).toMatchObject({ driverShortName: 'GTiff', size: [24, 24] })
  })
  it('answer 404 if the object was lost', async () => {
    const [{ key }] = await service.services.db
      .select({ key: files.key })
      .from(job_outputs)
      .innerJoin(files, eq(files.id, job_outputs.file_id))
      .where(eq(job_outputs.job_id, jobId))
    await service.services.files.remove(key)
    const response = await download()
    expect(response.statusCode).toBe(404)
    expect(response.json().detail).toBe('This file is not in the store any more.')
  })
  it('end when the reader disconnects, and the store serves the next one', async () => {
    const stored = await service.services.files.put('jobs/0/long', Buffer.alloc(32 * 2 ** 20, 7))
    const reader = await service.services.files.read('jobs/0/long')
    await once(reader, 'readable')
    reader.destroy()
    expect(await service.services.files.size('jobs/0/long')).toBe(stored.size)
  })
})
