import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetApi } from '../support/fake-api.ts'

const { routerAt, show } = await import('../support/shell-router.tsx')
const { routesByName } = await import('~/components/shell/route-names.ts')
const { crumbLinks } = await import('~/components/shell/crumb-links.ts')
const { projectsMenu, sideMenu } = await import('~/components/shell/menu/menu-entries.ts')

const cookie = (name: string) => document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))

beforeEach(() => {
  resetApi()
})
afterEach(() => {
  for (const name of ['theme', 'menu']) document.cookie = `${name}=; path=/; max-age=0`
})

test('shows the route’s title in the top bar, and the brand in the document title', async () => {
  show(routerAt('/'))
  const bar = await screen.findByRole('banner')
  expect(within(bar).getByText('Home')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Home – Strata'))
})

test('the side menu has the specified groups and labels of the existing screens, then projects', async () => {
  const router = routerAt('/')
  show(router)
  const menu = await screen.findByRole('navigation', { name: 'Main' })
  const shown = within(menu)
    .getAllByRole('link')
    .map((link) => link.textContent)
  const existing = routesByName(router)
  expect(shown).toEqual(
    [...sideMenu, projectsMenu].flatMap(({ entries }) =>
      entries.filter(({ name }) => existing.has(name)).map(({ label }) => label),
    ),
  )
  expect(shown.slice(0, 1)).toEqual(['Home'])
  expect(shown).toContain('Product Catalog')
  expect(shown).toContain('Submission')
  expect(shown).not.toContain('Place Group Catalog')
  expect(within(menu).getByRole('list', { name: 'Modeling' })).toBeTruthy()
  expect(within(menu).getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page')
})

test('the side menu of a viewer has no screen that only writes', async () => {
  resetApi(['viewer'])
  show(routerAt('/'))
  const menu = await screen.findByRole('navigation', { name: 'Main' })
  expect(within(menu).getByRole('link', { name: 'Spatial Catalog' })).toBeTruthy()
  expect(within(menu).queryByRole('link', { name: 'Raster Check-In' })).toBeNull()
})

test.each([
  ['/raster/band-collection/new', 'Band Collection'],
  ['/raster', 'Raster Wiki'],
  ['/modeling/product-catalog?status=failed', 'Product Catalog'],
  ['/modeling/submission/1', 'Submission'],
])('at %s the side menu marks only %s', async (path, label) => {
  show(routerAt(path))
  const menu = await screen.findByRole('navigation', { name: 'Main' })
  await waitFor(() =>
    expect(
      within(menu)
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'page')
        .map((link) => link.textContent),
    ).toEqual([label]),
  )
})

test('the menu scrolls to the entry of the current page, and to the next one', async () => {
  const rects = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: Element,
  ) {
    if (this.getAttribute('aria-current') !== 'page') return new DOMRect(0, 100, 200, 500)
    return this.textContent === 'Tags' ? new DOMRect(0, 800, 200, 30) : new DOMRect(0, 40, 200, 30)
  })
  try {
    const router = routerAt('/tags')
    show(router)
    const scroller = (await screen.findByRole('navigation', { name: 'Main' })).parentElement!
    await waitFor(() => expect(scroller.scrollTop).toBe(230))
    await act(() => router.navigate({ to: '/raster' }))
    await waitFor(() => expect(scroller.scrollTop).toBe(170))
  } finally {
    rects.mockRestore()
  }
})

test('the menu collapses to a rail with accessible names, and remembers it', async () => {
  const { container } = show(routerAt('/'))
  await userEvent.click(await screen.findByRole('button', { name: 'Collapse the menu' }))
  expect(container.querySelector('[data-part="side-menu"]')?.getAttribute('data-rail')).toBe('true')
  expect(cookie('menu')).toBe('menu=rail')
  expect(screen.getByRole('link', { name: 'Home' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Expand the menu' }))
  expect(cookie('menu')).toBe('menu=full')
})

test('the person’s menu shows their name and links to Log Out', async () => {
  show(routerAt('/'))
  await userEvent.click(await screen.findByRole('button', { name: 'Ada Lovelace' }))
  const item = await screen.findByRole('menuitem', { name: 'Log Out' })
  expect(item.getAttribute('href')).toBe('/logout')
  expect(screen.getByRole('menuitem', { name: 'Profile' }).getAttribute('href')).toBe('/edit-user')
})

test('the menu is called Menu for someone logged out', async () => {
  resetApi(null)
  show(routerAt('/login'))
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map((entry) => [entry.textContent, entry.getAttribute('href')])).toEqual([
    ['Log In', '/login'],
    ['Register', '/register'],
    ['Recover Password', '/recover-password'],
    ['Resend Email Confirmation', '/confirm-email'],
  ])
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

test('offers three themes, applies the chosen one at once and remembers it', async () => {
  show(routerAt('/'))
  await userEvent.click(await screen.findByRole('button', { name: 'Theme' }))
  const choices = await screen.findAllByRole('menuitemradio')
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Light', 'Dark', 'System'])
  await userEvent.click(choices[1] as HTMLElement)
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(cookie('theme')).toBe('theme=dark')
})

test.each([
  ['{Enter}', 'Light'],
  [' ', 'Light'],
  ['{ArrowDown}', 'Light'],
  ['{ArrowUp}', 'System'],
])(
  'the first key press %j on a menu that is not loaded yet focuses %s, and so does the next',
  async (key, item) => {
    show(routerAt('/'))
    for (const round of ['first', 'second']) {
      const button = await screen.findByRole('button', { name: 'Theme' })
      act(() => button.focus())
      await userEvent.keyboard(key)
      await waitFor(() => expect(document.activeElement?.getAttribute('role'), round).toBe('menuitemradio'))
      expect(document.activeElement?.textContent, round).toBe(item)
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-label'), round).toBe('Theme'))
    }
  },
)

test('a click opens a menu without choosing an item', async () => {
  show(routerAt('/'))
  await userEvent.click(await screen.findByRole('button', { name: 'Theme' }))
  await screen.findAllByRole('menuitemradio')
  expect(document.activeElement?.getAttribute('role')).not.toBe('menuitemradio')
})

test('the first Tab stop skips to the content', async () => {
  show(routerAt('/'))
  await screen.findByRole('banner')
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Skip to the content')
  expect(document.querySelector(document.activeElement?.getAttribute('href') ?? '')?.tagName).toBe('MAIN')
})

test('breadcrumbs link to the screens above; the others are plain text', () => {
  const router = routerAt('/')
  const again = crumbLinks(router, '/modeling/submission/3/again')
  expect(again.get('Submission')).toBe('/modeling/submission')
  expect(again.get('3')).toBe('/modeling/submission/3')
  expect(again.has('Modeling')).toBe(false)
  // The help is above it, but its breadcrumbs do not name it.
  expect([...crumbLinks(router, '/modeling/product-catalog').keys()]).toEqual([
    'Help Documentation',
    'modeling',
  ])
  expect(crumbLinks(router, '/').size).toBe(0)
})

test('every screen has a title, an icon and a unique name and breadcrumbs', () => {
  interface AnyScreen {
    id: string
    options: { staticData?: Record<string, unknown>; component?: unknown }
  }
  const routes = Object.values(routerAt('/').routesById as object) as AnyScreen[]
  const screens = routes.filter(({ id, options }) => id.startsWith('/_authed/') && options.component)
  expect(screens.length).toBeGreaterThan(0)
  for (const { id, options } of screens) {
    const data = options.staticData ?? {}
    expect(data['title'], id).toBeTruthy()
    expect(data['icon'], id).toBeTruthy()
    expect(data['breadcrumbs'], id).toBeTruthy()
  }
  const names = screens.flatMap(({ options }) => options.staticData?.['name'] ?? [])
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('Home')
})
