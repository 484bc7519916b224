import type * as Calls from '~/api/call.ts'
import type * as Uploads from '~/api/upload.ts'
import type { ColumnWidths } from '~/lib/column-widths.ts'
import type { OwnColumns } from '~/lib/own-columns.ts'
import { vi } from 'vitest'
import type { z } from 'zod'
import type { Accepted, Answer, Endpoint } from '#contract/endpoint.ts'
import { getMe, login } from '#contract/accounts/accounts.ts'
import { getComic } from '#contract/app.ts'
import { ApiError } from '~/api/api-error.ts'
import { aMe, aPerson } from './accounts-fakes.ts'

/**
 * The service as the server functions and the browser code of a screen see it (tests/support/browser/screens.setup.ts puts it in
 * place), keyed by endpoint: inputs and answers are checked by the contract, and a list without an answer of its own is
 * empty.
 */
interface Input {
  params?: unknown
  query?: unknown
  body?: unknown
  files?: Readonly<Record<string, unknown>>
}
/** What the browser passes besides the input; a server function passes nothing. */
interface Options {
  headers?: Record<string, string>
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
}
interface Call {
  name: string
  input: Input
  headers: Record<string, string>
}
const answers = new Map<string, (input: never, options: Options) => unknown>()
const accepts = new Map<string, unknown>()
export const calls: Call[] = []
export const callsOf = (endpoint: Endpoint) =>
  calls.filter(({ name }) => name === endpoint.name).map(({ input }) => input)

export const headersOf = (endpoint: Endpoint) =>
  calls.filter(({ name }) => name === endpoint.name).map(({ headers }) => headers)

/** What the service answers: a value, or a function of the input that may throw an ApiError. */
export function answer<E extends Endpoint>(
  endpoint: E,
  value: Answer<E> | ((input: never, options: Options) => Answer<E> | Promise<Answer<E>>),
) {
  answers.set(endpoint.name, typeof value === 'function' ? (value as () => unknown) : () => value)
}

/** The service accepts the call with 202 and this record to follow. */
export const accept = <E extends Endpoint>(endpoint: E, value: Accepted<E>) =>
  void accepts.set(endpoint.name, value)

export function fail(endpoint: Endpoint, error: ApiError) {
  answers.set(endpoint.name, () => {
    throw error
  })
}

let outage: ApiError | undefined
/** Every call fails with this error, save those that open the session. */
export const failEveryCall = (error: ApiError) => {
  outage = error
}
const OPENS_THE_SESSION = new Set<string>([getMe.name, login.name])

let roles: readonly string[] = ['staff']
let loggedIn = true
let keepsCookies = true
/** As in a browser that blocks cookies. */
export const blockCookies = () => {
  keepsCookies = false
}
interface Look {
  theme: string | undefined
  rail: boolean
  dense: boolean
  firstSteps: boolean
  columnWidths: ColumnWidths
  ownColumns: OwnColumns
  newestFirst: OwnColumns
}

const defaultStyle: Look = {
  theme: 'light',
  rail: false,
  dense: false,
  firstSteps: false,
  columnWidths: {},
  ownColumns: {},
  newestFirst: {},
}

/** What the cookies say of the look. */
export const look: Look = { ...defaultStyle }

/** Starts a test from nothing, logged in with these roles; null: logged out, and staff after the login. */
export function resetApi(as: readonly string[] | null = ['staff']) {
  roles = as ?? ['staff']
  loggedIn = as !== null
  sending = false
  keepsCookies = true
  outage = undefined
  server = undefined
  Object.assign(look, defaultStyle)
  calls.length = 0
  answers.clear()
  accepts.clear()
  answer(getComic, { data: '', configured: true })
  answer(login, { accessToken: 'a-token' })
  answer(getMe, () => {
    if (!loggedIn) throw new ApiError(403, 'Could not validate credentials')
    return aMe(roles) as never
  })
}

function record(endpoint: Endpoint, input: Input, options: Options) {
  calls.push({ name: endpoint.name, input, headers: options.headers ?? {} })
  for (const part of ['params', 'query', 'body'] as const) endpoint[part]?.parse(input[part] ?? {})
}

const EMPTY = { content: [], totalElements: 0 }

let server: typeof fetch | undefined
/** Calls become requests of the real transport, which this answers as a server would. */
export const sendTo = (send: typeof fetch) => {
  server = send
}
const transport = () => vi.importActual<typeof Calls>('~/api/call.ts')

async function ask(endpoint: Endpoint, input: Input, options: Options = {}) {
  record(endpoint, input, options)
  if (server)
    return (await transport()).call(endpoint, input as never, { baseUrl: 'http://server', fetch: server })
  if (outage && !OPENS_THE_SESSION.has(endpoint.name)) throw outage
  const schema = endpoint.answer as z.ZodType
  const value = (await answers.get(endpoint.name)?.(input as never, options)) ?? EMPTY
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (value === EMPTY) throw new ApiError(404, `There is no answer to ${endpoint.name}.`)
  throw new Error(`The fake answer to ${endpoint.name} breaks the contract: ${parsed.error.message}`)
}

/** A call that need not wait: 202 if `accept` said so, the answer otherwise. */
async function askLater(endpoint: Endpoint, input: Input, options: Options = {}) {
  if (server)
    return (await transport()).callLater(endpoint, input as never, {
      baseUrl: 'http://server',
      fetch: server,
    })
  const accepted = accepts.get(endpoint.name)
  if (accepted === undefined) return { answer: await ask(endpoint, input, options) }
  record(endpoint, input, options)
  return { accepted: endpoint.accepted!.parse(accepted) }
}

export const apiServer = {
  callApi: (endpoint: Endpoint, input: Input) => ask(endpoint, input),
  callApiLater: (endpoint: Endpoint, input: Input) => askLater(endpoint, input),
}
/** src/api/call.ts, which the browser uses through the proxy. */
export const browserCall = { call: ask }

let sending = false
/** Uploads become real requests, which the test answers with its own XMLHttpRequest. */
export const sendUploads = () => {
  sending = true
}
/** src/api/upload.ts as a screen sees it. */
export const uploads = (real: typeof Uploads): typeof Uploads => ({
  upload: (...call) => (sending ? real.upload(...call) : (ask(...call) as never)),
  uploadLater: (...call) => (sending ? real.uploadLater(...call) : (askLater(...call) as never)),
})

export const sessionServer = {
  readToken: () => (loggedIn ? 'a-token' : undefined),
  readUser: () => (loggedIn ? aPerson(roles) : null),
  readTheme: () => look.theme,
  readRail: () => look.rail,
  readDense: () => look.dense,
  readColumnWidths: () => look.columnWidths,
  readOwnColumns: () => look.ownColumns,
  readNewestFirst: () => look.newestFirst,
  readFirstSteps: () => look.firstSteps,
  writeProbe: () => undefined,
  checkProbe: () => {
    if (!keepsCookies) throw new ApiError(412, 'No cookies are kept.')
  },
  writeToken: vi.fn(() => {
    loggedIn = true
  }),
  writeUser: vi.fn(),
  clearSession: vi.fn(() => {
    loggedIn = false
  }),
}
