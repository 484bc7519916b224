import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { twMerge } from 'tailwind-merge'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { cn as Cn } from '~/lib/class-names.ts'

// Styles are not processed here, and a style sheet's empty address would be an error.
vi.mock('~/styles/app.css?url', () => ({ default: '/app.css' }))

const conflicts = new Set<string>()
// The real one, with a check that the product does not pay for.
vi.mock('~/lib/class-names.ts', async (original) => {
  const { cn } = await original<{ cn: typeof Cn }>()
  return { cn: (...values: Parameters<typeof Cn>) => withoutConflicts(cn(...values)) }
})

/** The product joins class names without comparing them, so two that set the same property are a mistake. */
function withoutConflicts(classes: string): string {
  const kept = new Set(twMerge(classes).split(' '))
  const lost = classes.split(' ').filter((name) => name !== '' && !kept.has(name))
  if (lost.length > 0) conflicts.add(`${lost.join(' ')} in '${classes}'`)
  return classes
}

if (typeof window !== 'undefined') prepareBrowser()
describeDocumentWhenRead()
// A busy machine is no failure.
configure({ asyncUtilTimeout: 60_000 })

const expected: RegExp[] = []
let errors: string[] = []

/** Declares in advance which console errors a test causes on purpose. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern)
}

beforeEach(() => {
  errors = []
  conflicts.clear()
  expected.length = 0
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    errors.push(parts.map(String).join(' '))
  })
})

/** Closes the page; fails for an unexpected console error, and for classes of which one overrides the other. */
export function leavePage(): void {
  cleanup()
  const unexpected = errors.filter((text) => !expected.some((pattern) => pattern.test(text)))
  const overriding = [...conflicts]
  errors = []
  conflicts.clear()
  expect(unexpected, 'an unexpected console.error').toEqual([])
  expect(overriding, 'classes of which one overrides the other').toEqual([])
}

afterEach(() => {
  try {
    leavePage()
  } finally {
    vi.restoreAllMocks()
  }
})

function prepareBrowser() {
  // jsdom loads no style sheets, and React renders nothing until they have loaded.
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes)
        if (node instanceof HTMLLinkElement) node.dispatchEvent(new Event('load'))
    }
  }).observe(document, { childList: true, subtree: true })

  Object.defineProperty(window, 'scrollTo', { value: () => undefined, writable: true })
  window.matchMedia ??= ((query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  })) as unknown as typeof window.matchMedia
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  // APIs that jsdom lacks and Radix calls.
  Object.assign(Element.prototype, { hasPointerCapture: () => false, scrollIntoView: () => undefined })
}

/**
 * `findBy…` repeats a query until it succeeds, and each failure would describe the whole document. Now only a message that
 * is read does.
 */
function describeDocumentWhenRead() {
  configure({
    getElementError(message, container) {
      const error = new Error(message ?? undefined)
      error.name = 'TestingLibraryElementError'
      const get = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
      return Object.defineProperty(error, 'message', { get, configurable: true })
    },
  })
}
