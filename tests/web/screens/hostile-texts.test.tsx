import { waitFor } from '@testing-library/react'
import { beforeEach, expect, vi } from 'vitest'
import { everyPage } from '../support/every-page.ts'
import { resetApi } from '../support/fake-api.ts'
import { LISTS } from '../support/hostile-lists.ts'
import { PAGES } from '../support/hostile-pages.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { FakeEventSource } from '../support/submission-fakes.ts'

/** What anyone who may name a thing could try to make the page of another person do. */
const HOSTILE = [
  '<img src="/hostile" onerror="window.hostile=1">',
  '"><script>window.hostile=1</script>',
  "'><svg/onload=window.hostile=1>",
  'javascript:window.hostile=1',
  '{{constructor.constructor("window.hostile=1")()}}',
  '</style><style>*{display:none}</style>',
  'red;background:url(/hostile)',
  '__proto__',
  '\u202Egnp.exe\u202C',
  '=HYPERLINK("/hostile")',
  'x'.repeat(5_000),
]

const SCHEMES = /^\s*(?:javascript|data|vbscript):/i
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'xlink:href']

beforeEach(() => {
  resetApi(['admin'])
  vi.stubGlobal('EventSource', FakeEventSource)
})

const timesShown = (root: string, text: string) =>
  (document.querySelector(root)?.textContent ?? '').split(text).length - 1

function expectHarmless(root: string) {
  for (const element of document.querySelectorAll(`${root} *`)) {
    expect(element.matches('script, style, [src*=hostile], svg[onload], img[onerror]')).toBe(false)
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on/)
      if (ADDRESSES.includes(name)) expect(value).not.toMatch(SCHEMES)
      if (name === 'style') expect(value).not.toContain('hostile')
    }
  }
  expect('hostile' in window).toBe(false)
}

everyPage('tables show hostile texts as text', Object.entries(LISTS), async (prepare) => {
  resetApi(['admin'])
  show(routerAt(prepare(HOSTILE)))
  await waitFor(() =>
    expect(HOSTILE.filter((text) => timesShown('main', text) === 0).map((text) => text.slice(0, 60))).toEqual(
      [],
    ),
  )
  expectHarmless('main')
})

everyPage(
  'pages and dialogs show hostile texts as text',
  Object.entries(PAGES).flatMap(([name, prepare]) =>
    HOSTILE.map((text) => [`${name} with ${text.slice(0, 60)}`, prepare, text] as const),
  ),
  async (prepare, text) => {
    resetApi(['admin'])
    const { path, shown, open } = prepare(text)
    show(routerAt(path))
    await open?.()
    const root = open ? '[role$=dialog]' : 'main'
    await waitFor(() => expect(timesShown(root, text)).toBeGreaterThanOrEqual(shown))
    expectHarmless(root)
  },
)
