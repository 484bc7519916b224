import { vi } from 'vitest'
import type { z } from 'zod'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { getMe } from '#contract/accounts.ts'
import { ApiError } from '~/api/api-error.ts'
import { aMe, aPerson } from './accounts-fakes.ts'

/**
 * The service as the server functions see it, keyed by endpoint: inputs and answers are checked by the contract, and a
 * list without an answer of its own is empty. A test file mocks three modules with it:
 *
 *     vi.mock('@tanstack/react-start', async () => (await import('./fake-api.ts')).reactStart)
 *     vi.mock('~/server/api.server.ts', async () => (await import('./fake-api.ts')).apiServer)
 *     vi.mock('~/server/session.server.ts', async () => (await import('./fake-api.ts')).sessionServer)
 */
interface Input {
  params?: unknown
  query?: unknown
  body?: unknown
}
interface Call {
  name: string
  input: Input
}
const answers = new Map<string, (input: never) => unknown>()
export const calls: Call[] = []
export const callsOf = (endpoint: Endpoint) =>
  calls.filter(({ name }) => name === endpoint.name).map(({ input }) => input)

/** What the service answers: a value, or a function of the input that may throw an ApiError. */
export function answer<E extends Endpoint>(endpoint: E, value: Answer<E> | ((input: never) => Answer<E>)) {
  answers.set(endpoint.name, typeof value === 'function' ? (value as () => unknown) : () => value)
}

let roles: readonly string[] | null = ['staff']
/** Starts a test anew, signed in with these roles; null: signed out. */
export function resetApi(as: readonly string[] | null = ['staff']) {
  roles = as
  calls.length = 0
  answers.clear()
  if (as) answer(getMe, aMe(as) as never)
}

const EMPTY = { content: [], totalElements: 0 }

export const apiServer = {
  callApi: async (endpoint: Endpoint, input: Input) => {
    calls.push({ name: endpoint.name, input })
    for (const part of ['params', 'query', 'body'] as const) endpoint[part]?.parse(input[part] ?? {})
    const schema = endpoint.answer as z.ZodType
    const value = answers.get(endpoint.name)?.(input as never) ?? EMPTY
    const parsed = schema.safeParse(value)
    if (parsed.success) return Promise.resolve(parsed.data)
    if (value === EMPTY) throw new ApiError(404, `There is no answer to ${endpoint.name}.`)
    throw new Error(`The fake answer to ${endpoint.name} breaks the contract: ${parsed.error.message}`)
  },
}

export const sessionServer = {
  readToken: () => (roles ? 'a-token' : undefined),
  readUser: () => roles && aPerson(roles),
  readTheme: () => 'light',
  readRail: () => false,
  writeToken: vi.fn(),
  writeUser: vi.fn(),
  clearSession: vi.fn(() => {
    roles = null
  }),
}

/** Server functions run where they are called. */
export const reactStart = {
  createServerFn: () => {
    let schema: z.ZodType | undefined
    const builder = {
      validator: (given: z.ZodType) => {
        schema = given
        return builder
      },
      handler:
        (handle: (input: { data: unknown }) => unknown) =>
        async ({ data }: { data?: unknown } = {}) =>
          handle({ data: schema ? schema.parse(data) : data }),
    }
    return builder
  },
}
