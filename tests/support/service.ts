import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { expect } from 'vitest'
import { z } from 'zod'
import { type AppConfig, loadConfig } from '../../app.config.ts'
import { BASE_PATH, type Endpoint, type Role } from '../../src/api/contract/endpoint.ts'
import { endpoints } from '../../src/api/contract/endpoints.ts'
import { problem } from '../../src/api/contract/shapes.ts'
import type { Services } from '../../service/context.ts'
import { user_roles, users } from '../../service/db/schema.ts'
import { createSession } from './create-session.ts'
import { createLocalFileStore } from '../../service/files/local-file-store.ts'
import { createApp } from '../../service/http/app.ts'
import type { Route } from '../../service/http/route.ts'
import { allRoutes } from '../../service/http/routes.ts'
import { answerInProcess } from '../../service/tasks/answer-in-process.ts'
import type { Queue } from '../../service/tasks/queue.ts'
import { runLayer } from '../../service/tasks/layers/run-layer.definition.ts'
import { type TestDatabase, createTestDatabase } from './database/database.ts'

/** Remembers which jobs were queued, and runs nothing. */
export interface RecordingQueue extends Queue {
  sent: number[]
}

export interface TestPerson {
  id: number
  email: string
  token: string
  /** `{ authorization: 'Bearer …' }`, for `headers` of inject. */
  headers: { authorization: string }
}

export interface TestService {
  services: Services
  database: TestDatabase
  app: FastifyInstance
  /** Ids of the jobs that were queued; empty with the real queue. */
  sent: number[]
  /** A new person with this role and an open session. */
  logIn(role: Role): Promise<TestPerson>
  /** Calls the app and holds the answer against the contract: shape of the answer, or a problem. `url` is below /api/v1. */
  inject(options: Omit<InjectOptions, 'url'> & { url: string }): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

function recordingQueue(): RecordingQueue {
  const sent: number[] = []
  return {
    sent,
    async send(_tx, { name }, payload) {
      if (name !== runLayer.name) return
      for (const { job_id } of [payload].flat() as { job_id: number }[]) sent.push(job_id)
    },
    ask: () => Promise.reject(new Error('The recording queue runs nothing.')),
    work: () => Promise.reject(new Error('The recording queue runs nothing.')),
    async stop() {},
  }
}

function endpointOf(method: string, url: string): Endpoint | undefined {
  const path = url.split('?')[0].replace(/\/$/, '')
  const matches = endpoints.filter((endpoint) => {
    const pattern = endpoint.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')
    return (
      (endpoint.method === method || (method === 'HEAD' && endpoint.method === 'GET')) &&
      new RegExp(`^${pattern}$`).test(path)
    )
  })
  // A fixed path goes before one with parameters.
  return matches.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}

/** Fails the test when an answer is not what the contract says, to the field. */
export function expectContract(method: string, url: string, response: LightMyRequestResponse): void {
  if (response.statusCode >= 400) {
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
    if (method !== 'HEAD') expect(problem.parse(response.json()).detail.length).toBeGreaterThan(0)
    return
  }
  const endpoint = endpointOf(method, url)
  const expected = response.statusCode === 202 ? endpoint?.accepted : endpoint?.answer
  if (method === 'HEAD' || response.statusCode === 304 || !(expected instanceof z.ZodType)) return
  const body: unknown = response.json()
  // Equal after parsing: no field that the contract does not know has slipped in.
  expect(expected.parse(body)).toEqual(body)
}

export async function createPerson(services: Services, role: Role): Promise<TestPerson> {
  const email = `${role}-${randomBytes(4).toString('hex')}@strata.example`
  const now = new Date()
  const [row] = await services.db
    .insert(users)
    .values({
      email,
      first_name: 'Test',
      last_name: role,
      password_hash: '-',
      email_confirmed_at: now,
      admitted_at: now,
    })
    .returning({ id: users.id })
  await services.db.insert(user_roles).values({ user_id: row.id, role })
  const { token } = await createSession(services.db, { userId: row.id })
  return { id: row.id, email, token, headers: { authorization: `Bearer ${token}` } }
}

/**
 * The service as it runs, on a database and a folder of its own. `queue: 'recording'` (default) queues into a list,
 * 'real' opens pg-boss. `routes` defaults to all.
 */
export async function createTestService(
  options: {
    routes?: readonly Route[]
    queue?: 'recording' | 'real'
    config?: Partial<AppConfig>
    log?: pino.Logger
    trustProxy?: readonly string[]
  } = {},
): Promise<TestService> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'strata-files-'))
  const log = options.log ?? pino({ level: 'silent' })
  const recording = recordingQueue()
  let queue: Queue = recording
  if (options.queue === 'real') {
    const { createQueue } = await import('../../service/tasks/pg-boss-queue.ts')
    queue = await createQueue({ url: database.url, log, role: 'service' })
  }
  // Rasters are inspected in this process, whatever the queue.
  const services = answerInProcess({
    config: {
      ...loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: database.url }),
      ...options.config,
    },
    db: database.db,
    files: createLocalFileStore(join(dataDir, 'files')),
    queue,
    log,
  })
  const { app } = await createApp(services, {
    routes: options.routes ?? allRoutes,
    trustProxy: options.trustProxy,
  })
  await app.ready()
  return {
    services,
    database,
    app,
    sent: recording.sent,
    logIn: (role) => createPerson(services, role),
    async inject({ url, ...rest }) {
      const response = await app.inject({ ...rest, url: BASE_PATH + url })
      expectContract(String(rest.method ?? 'GET').toUpperCase(), url, response)
      return response
    },
    async close() {
      await app.close()
      await queue.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
