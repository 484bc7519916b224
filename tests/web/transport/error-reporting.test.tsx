import { screen } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Reporting from '~/error-reporting.ts'
import { scrubEvent } from '~/error-scrub.ts'
import { expectConsoleError } from '../../support/web/web.setup.ts'
import { aWebSession } from '../support/accounts-fakes.ts'
import type * as Fake from '../support/fake-api.ts'

const sentry = vi.hoisted(() => ({ init: vi.fn(), captureException: vi.fn() }))
// The library that sends reports to another server.
vi.mock('@sentry/react', () => sentry)

let reporting: typeof Reporting
let fake: typeof Fake
const reported = () => sentry.captureException.mock.calls.map(([error]) => error as Error)
const withReporter = (dsn = 'https://key@errors.example/1') => {
  document.head.insertAdjacentHTML('beforeend', `<meta name="sentry-dsn" content="${dsn}">`)
}

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('location', { hostname: 'strata.example', protocol: 'https:', pathname: '/' })
  reporting = await import('~/error-reporting.ts')
  fake = await import('../support/fake-api.ts')
  fake.resetApi(null)
})
afterEach(() => {
  document.querySelector('meta[name="sentry-dsn"]')?.remove()
  vi.unstubAllGlobals()
})

const Broken = () => {
  throw new Error('boom')
}

test('errors reported before the reporter has loaded are sent in order', async () => {
  withReporter()
  const early = [new Error('first'), new Error('second')]
  for (const error of early) reporting.report(error)
  const loading = reporting.reportErrors()
  const meanwhile = new Error('third')
  window.dispatchEvent(new ErrorEvent('error', { error: meanwhile }))
  const rejected = Object.assign(new Event('unhandledrejection'), { reason: new Error('fourth') })
  window.dispatchEvent(rejected)
  expect(sentry.captureException).not.toHaveBeenCalled()
  await loading
  expect(reported().map(({ message }) => message)).toEqual(['first', 'second', 'third', 'fourth'])
  const late = new Error('late')
  reporting.report(late)
  expect(reported().at(-1)).toBe(late)
})

test('once loaded, the reporter itself listens to the window', async () => {
  withReporter()
  await reporting.reportErrors()
  // Or the test runner takes it for an error of the test.
  window.addEventListener('error', () => undefined, { once: true })
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('its own') }))
  expect(sentry.captureException).not.toHaveBeenCalled()
})

test('keeps only the first twenty errors until the reporter has loaded', async () => {
  withReporter()
  for (let n = 0; n < 500; n++) reporting.report(new Error(`error ${n}`))
  await reporting.reportErrors()
  expect(reported().map(({ message }) => message)).toEqual(Array.from({ length: 20 }, (_, n) => `error ${n}`))
})

test.each([
  ['no address', () => undefined],
  [
    'this machine',
    () => {
      withReporter()
      vi.stubGlobal('location', { hostname: 'localhost' })
    },
  ],
])('loads, keeps and sends nothing: %s', async (_, arrange) => {
  arrange()
  reporting.report(new Error('early'))
  await reporting.reportErrors()
  reporting.report(new Error('late'))
  expect(sentry.init).not.toHaveBeenCalled()
  expect(sentry.captureException).not.toHaveBeenCalled()
})

test('sends an error caught in two places once, and the end of a session never', async () => {
  withReporter()
  await reporting.reportErrors()
  const { ApiError } = await import('~/api/api-error.ts')
  const error = new Error('once')
  reporting.report(error)
  reporting.report(error)
  reporting.report(new ApiError(403, 'Could not validate credentials'))
  reporting.report('no object')
  expect(reported()).toEqual([error, 'no object'])
})

test('reports an error of a component with its component stack', async () => {
  expectConsoleError(/boom/)
  withReporter()
  await reporting.reportErrors()
  const root = createRoot(document.createElement('div'), reporting.rootErrors)
  // `act` would throw the error at the test instead.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  flushSync(() => root.render(<Broken />))
  expect(reported().map(({ message }) => message)).toEqual(['boom'])
  expect(sentry.captureException.mock.calls[0]?.[1]).toMatchObject({
    contexts: { react: { componentStack: expect.stringContaining('Broken') as string } },
  })
})

/** Importing the router again takes time. */
const TIMEOUT_MS = 30_000

test(
  'reports an error of a loader',
  async () => {
    expectConsoleError(/lost/)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    withReporter()
    await reporting.reportErrors()
    const { routerAt, show } = await import('../support/shell-router.tsx')
    const lost = new Error('lost on the way')
    Object.defineProperty(fake.look, 'theme', {
      get() {
        throw lost
      },
    })
    show(routerAt('/login'))
    await screen.findByText('Something went wrong, please try again')
    expect(reported()).toEqual([lost])
  },
  TIMEOUT_MS,
)

test(
  'reports an error of a screen',
  async () => {
    expectConsoleError(/broken/)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    withReporter()
    await reporting.reportErrors()
    const { routerAt, show } = await import('../support/shell-router.tsx')
    const broken = new Error('broken')
    const router = routerAt('/login')
    const brokenName = {
      get() {
        throw broken
      },
    }
    router.options.context.queryClient.setQueryData(
      ['session'],
      Object.defineProperties(aWebSession(null), { sentryDsn: brokenName, brandName: brokenName }),
    )
    show(router)
    await vi.waitFor(() => expect(reported()).toEqual([broken]))
  },
  TIMEOUT_MS,
)

test('passes the options that the specification names', async () => {
  withReporter()
  await reporting.reportErrors()
  expect(sentry.init.mock.calls[0]?.[0]).toMatchObject({
    dsn: 'https://key@errors.example/1',
    environment: 'test',
    initialScope: { tags: { group: 'frontend' } },
    maxBreadcrumbs: 100,
    beforeSend: expect.any(Function) as unknown,
  })
})

test('truncates messages to 250 characters after removing private data', () => {
  const long = `${'x '.repeat(120)}ada.lovelace@strata.example ${'y'.repeat(5000)}`
  const event = scrubEvent({
    message: long,
    logentry: { message: long },
    exception: { values: [{ type: 'Error', value: long }, { value: 'short' }] },
    breadcrumbs: [{ message: long }],
  })
  const texts = [
    event.message,
    event.logentry.message,
    event.exception.values[0]?.value,
    event.breadcrumbs[0]?.message,
  ]
  for (const text of texts) {
    expect(text).toHaveLength(250)
    expect(text).toMatch(/^x x .*…$/)
    expect(text).not.toContain('ada')
  }
  expect(event.exception.values[1]?.value).toBe('short')
})
