import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { look, resetApi } from '../support/fake-api.ts'

const { routerAt, show } = await import('../support/shell-router.tsx')
const { firstScript } = await import('~/components/shell/document/first-script.ts')
const { applyTheme, rememberPreference } = await import('~/components/shell/preferences.ts')

const html = document.documentElement
const cookies = () => document.cookie.split('; ')

/** What the machine prefers, and who listens to it. */
const machine = { dark: false, listeners: new Set<() => void>() }
const setMachine = (dark: boolean) => {
  machine.dark = dark
  for (const listener of machine.listeners) listener()
}

beforeEach(() => {
  resetApi()
  machine.dark = false
  machine.listeners.clear()
  delete html.dataset['theme']
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        get matches() {
          return query === '(prefers-color-scheme: dark)' && machine.dark
        },
        addEventListener: (_: string, listener: () => void) =>
          query.includes('dark') && machine.listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => machine.listeners.delete(listener),
      }) as unknown as MediaQueryList,
  )
})
afterEach(() => {
  document.cookie = 'theme=; path=/; max-age=0'
})

const open = async (theme?: string) => {
  look.theme = theme
  const router = routerAt('/')
  show(router)
  await screen.findByRole('banner')
  return router
}
const choose = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Theme' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name }))
}
const chosen = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Theme' }))
  const options = await screen.findAllByRole('menuitemradio')
  return options
    .filter((one) => one.getAttribute('aria-checked') === 'true')
    .map(({ textContent }) => textContent)
}

test.each([
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  [undefined, true, 'light'],
])('with the theme %s on a machine that is dark: %s, the page is %s', async (theme, dark, shown) => {
  setMachine(dark)
  await open(theme)
  expect(html.dataset['theme']).toBe(shown)
})

test.each([
  ['light', true, undefined],
  ['dark', false, undefined],
  ['system', true, 'dark'],
  ['system', false, 'light'],
] as const)(
  'applies the theme before the first paint: %s on a machine that is dark: %s',
  (theme, dark, shown) => {
    setMachine(dark)
    const script = document.createElement('script')
    script.textContent = firstScript(theme)
    // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- it is a script of the page
    new Function(script.textContent)()
    // Light and dark are in the page as it comes.
    expect(html.dataset['theme']).toBe(shown)
  },
)

test.each([
  ['Dark', 'dark', 'dark'],
  ['Light', 'light', 'light'],
  ['System', 'system', 'dark'],
])('applies %s at once, remembers it for a year and marks it', async (name, stored, shown) => {
  setMachine(true)
  const written: string[] = []
  const jar = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  vi.spyOn(document, 'cookie', 'set').mockImplementation((value) => {
    written.push(value)
    jar?.set?.call(document, value)
  })
  await open(name === 'Dark' ? 'light' : 'dark')
  await choose(name)
  expect(html.dataset['theme']).toBe(shown)
  expect(written).toEqual([`theme=${stored}; path=/; max-age=31536000; samesite=lax`])
  expect(cookies()).toContain(`theme=${stored}`)
  expect(await chosen()).toEqual([name])
})

test('follows the machine’s theme only while that is chosen', async () => {
  await open('system')
  applyTheme('system')
  expect(html.dataset['theme']).toBe('light')
  act(() => setMachine(true))
  expect(html.dataset['theme']).toBe('dark')
  act(() => setMachine(false))
  expect(html.dataset['theme']).toBe('light')
  await choose('Light')
  await waitFor(() => expect(machine.listeners.size).toBe(0))
  act(() => setMachine(true))
  expect(html.dataset['theme']).toBe('light')
})

test('keeps the chosen theme when the screen changes', async () => {
  const router = await open('light')
  await choose('Dark')
  await act(() => router.invalidate())
  expect(html.dataset['theme']).toBe('dark')
  expect(await chosen()).toEqual(['Dark'])
})

test('sends preferences only by https if the page came by https', () => {
  const write = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined)
  vi.stubGlobal('location', { protocol: 'https:' })
  rememberPreference('theme', 'dark')
  vi.unstubAllGlobals()
  expect(write.mock.calls[0]?.[0]).toBe('theme=dark; path=/; max-age=31536000; samesite=lax; secure')
})
