import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { files, loose_files } from '#service/db/schema.ts'
import { transactionWithAudit } from '#service/db/transaction.ts'
import { insertFile, keepingFiles } from '#service/files/keep-file.ts'
import { adoptLoose, dropLoose, holdLoose, sweepLoose } from '#service/files/loose-files.ts'
import { type TestService, createTestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.close())

const about = { name: 'a.csv', mediaType: 'text/csv' }
const seenAt = async () => (await service.services.db.select().from(loose_files))[0].seen_at.getTime()
const looseKeys = async () => (await service.services.db.select().from(loose_files)).map(({ key }) => key)

describe('a stored file', () => {
  it('is loose until its row is written', async () => {
    const { services } = service
    const key = await keepingFiles(services, async (keep) => {
      const kept = await keep('points', Buffer.from('x'), about)
      expect(await looseKeys()).toEqual([kept.key])
      await transactionWithAudit(services.db, (tx) => insertFile(tx, kept, null))
      return kept.key
    })
    expect(await looseKeys()).toEqual([])
    expect(await services.files.size(key)).toBe(1)
  })
  it('is not swept while the work takes long', async () => {
    const { services } = service
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const key = await keepingFiles(services, async (keep) => {
        const kept = await keep('rasters', Buffer.from('x'), about)
        await services.db.update(loose_files).set({ seen_at: new Date(0) })
        vi.advanceTimersByTime(60_000)
        await expect.poll(seenAt).toBeGreaterThan(0)
        expect(await sweepLoose(services)).toBe(0)
        await transactionWithAudit(services.db, (tx) => insertFile(tx, kept, null))
        return kept.key
      })
      expect(vi.getTimerCount()).toBe(0)
      expect(await services.files.size(key)).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })
  it('is removed if the work fails before its row exists', async () => {
    const { services } = service
    let key = ''
    const failing = keepingFiles(services, async (keep) => {
      const kept = await keep('points', Buffer.from('x'), about)
      key = kept.key
      await transactionWithAudit(services.db, async (tx) => {
        await insertFile(tx, kept, null)
        throw new Error('rejected')
      })
    })
    await expect(failing).rejects.toThrow('rejected')
    expect(await services.files.size(key)).toBeNull()
    expect(await looseKeys()).toEqual([])
  })
  it('stays if the commit happened and only its answer was lost', async () => {
    const { services } = service
    let key = ''
    const failing = keepingFiles(services, async (keep) => {
      const kept = await keep('points', Buffer.from('x'), about)
      key = kept.key
      await transactionWithAudit(services.db, (tx) => insertFile(tx, kept, null))
      throw new Error('Connection terminated unexpectedly')
    })
    await expect(failing).rejects.toThrow('terminated')
    expect((await services.db.select().from(files)).map((file) => file.key)).toContain(key)
    expect(await services.files.size(key)).toBe(1)
  })
  it('is not swept while a transaction adopts it', async () => {
    const { services } = service
    await services.files.put('points/slow', Buffer.from('x'))
    await holdLoose(services.db, 'points/slow')
    await services.db.update(loose_files).set({ seen_at: new Date(0) })
    await transactionWithAudit(services.db, async (tx) => {
      await adoptLoose(tx, 'points/slow')
      expect(await sweepLoose(services)).toBe(0)
      await dropLoose(services, ['points/slow'])
    })
    expect(await services.files.size('points/slow')).toBe(1)
  })
})
