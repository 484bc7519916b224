import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

/** The names of a list's filters, which are behind one button. */
export async function openFilters() {
  if (!screen.queryByRole('group', { name: 'Filters' }))
    await userEvent.click(screen.getByRole('button', { name: /^Filter( \d+ set)?$/ }))
  return within(await screen.findByRole('group', { name: 'Filters' }))
}
