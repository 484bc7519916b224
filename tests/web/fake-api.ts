import { vi } from 'vitest'
import type { z } from 'zod'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { getMe, login } from '#contract/accounts.ts'
import { getComic } from '#contract/app.ts'
import { ApiError } from '~/api/api-error.ts'
import { aMe, aPerson } from './accounts-fakes.ts'

/**
 * The service as the server functions of a screen see it (tests/support/screens.setup.ts puts it in place), keyed by
 * endpoint: inputs and answers are checked by the contract, and a list without an answer of its own is empty.
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
export function answer<E extends Endpoint>(
  endpoint: E,
  value: Answer<E> | ((input: never) => Answer<E> | Promise<Answer<E>>),
) {
  answers.set(endpoint.name, typeof value === 'function' ? (value as () => unknown) : () => value)
}

export function fail(endpoint: Endpoint, error: ApiError) {
  answers.set(endpoint.name, () => {
    throw error
  })
}

let roles: readonly string[] = ['staff']
let signedIn = true
/** What the cookies say of the look. */
export const look: { theme: string | undefined; rail: boolean } = { theme: 'light', rail: false }

/** Starts a test from nothing, signed in with these roles; null: signed out, and staff after the sign-in. */
export function resetApi(as: readonly string[] | null = ['staff']) {
  roles = as ?? ['staff']
  signedIn = as !== null
  Object.assign(look, { theme: 'light', rail: false })
  calls.length = 0
  answers.clear()
  answer(getComic, { data: '', configured: true })
  answer(login, { accessToken: 'a-token' })
  answer(getMe, () => {
    if (!signedIn) throw new ApiError(403, 'Could not validate credentials')
    return aMe(roles) as never
  })
}

const EMPTY = { content: [], totalElements: 0 }

export const apiServer = {
  callApi: async (endpoint: Endpoint, input: Input) => {
    calls.push({ name: endpoint.name, input })
    for (const part of ['params', 'query', 'body'] as const) endpoint[part]?.parse(input[part] ?? {})
    const schema = endpoint.answer as z.ZodType
    const value = (await answers.get(endpoint.name)?.(input as never)) ?? EMPTY
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    if (value === EMPTY) throw new ApiError(404, `There is no answer to ${endpoint.name}.`)
    throw new Error(`The fake answer to ${endpoint.name} breaks the contract: ${parsed.error.message}`)
  },
}

export const sessionServer = {
  readToken: () => (signedIn ? 'a-token' : undefined),
  readUser: () => (signedIn ? aPerson(roles) : null),
  readTheme: () => look.theme,
  readRail: () => look.rail,
  writeToken: vi.fn(() => {
    signedIn = true
  }),
  writeUser: vi.fn(),
  clearSession: vi.fn(() => {
    signedIn = false
  }),
}
