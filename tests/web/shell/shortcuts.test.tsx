import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { getComic } from '#contract/app.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { SHORTCUT_GROUPS } from '~/components/help/shortcuts.ts'
import { answer, resetApi } from '../support/fake-api.ts'
import { pageOf } from '../support/submission-fakes.ts'
const { routerAt, show } = await import('../support/shell-router.tsx')

beforeEach(() => {
  resetApi()
  answer(listTags, pageOf([]))
})

test('the question mark lists every shortcut; Escape closes the list', async () => {
  show(routerAt('/tags'))
  await screen.findByText('No tags yet')
  await userEvent.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Shortcuts' }))
  expect(dialog.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual(
    SHORTCUT_GROUPS.map(({ title }) => title),
  )
  expect(dialog.getAllByRole('definition')).toHaveLength(SHORTCUT_GROUPS.flatMap(({ rows }) => rows).length)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('its button shows the first steps on Home again', async () => {
  const router = routerAt('/tags')
  show(router)
  await screen.findByText('No tags yet')
  await userEvent.keyboard('?')
  const again = await screen.findByRole('button', { name: 'Show the first steps on Home' })
  answer(getComic, { data: '', configured: true })
  await userEvent.click(again)
  await screen.findByRole('region', { name: 'First steps' })
  expect(router.state.location.pathname).toBe('/')
  expect(document.cookie).toContain('first-steps=shown')
})

test('in a field it is text, and with a control key it is the browser’s', async () => {
  show(routerAt('/tags'))
  await screen.findByText('No tags yet')
  await userEvent.keyboard('{Control>}?{/Control}')
  await userEvent.click(screen.getByRole('button', { name: 'New tag' }))
  const name = (await screen.findByLabelText('Name')) as HTMLInputElement
  await userEvent.type(name, 'why?')
  expect(name.value).toBe('why?')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})
