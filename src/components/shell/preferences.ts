import type { QueryClient } from '@tanstack/react-query'
import { writeColumns } from '~/lib/own-columns.ts'
import { sessionQuery } from '~/server/accounts.functions.ts'

export type Theme = 'light' | 'dark' | 'system'

const YEAR_S = 31_536_000

/** Preferences are plain cookies, so that the server renders the first page with the person's settings. */
export function rememberPreference(
  name: 'theme' | 'menu' | 'density' | 'column-widths' | 'columns' | 'newest-first' | 'first-steps',
  value: string,
): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`
}

export function applyTheme(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
}

/** Remembers the theme, and shows it at once. */
export function chooseTheme(client: QueryClient, theme: Theme): void {
  rememberPreference('theme', theme)
  applyTheme(theme)
  client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, theme })
}

/** The row height of tables whose address does not say. */
export function rememberDensity(client: QueryClient, dense: boolean): void {
  rememberPreference('density', dense ? 'compact' : 'comfortable')
  client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, dense })
}

/** The visible columns of a table whose address does not say, last changed last; none: the table's default. */
export function rememberColumns(
  client: QueryClient,
  table: string,
  columns: readonly string[] | undefined,
): void {
  client.setQueryData(sessionQuery.queryKey, (session) => {
    if (!session) return session
    const { [table]: _former, ...others } = session.ownColumns
    const ownColumns = columns ? { ...others, [table]: columns } : others
    rememberPreference('columns', writeColumns(ownColumns))
    return { ...session, ownColumns }
  })
}

/** Whether a table opens with the newest rows first, by this column; none: in its default order. */
export function rememberNewest(client: QueryClient, table: string, column: string | undefined): void {
  client.setQueryData(sessionQuery.queryKey, (session) => {
    if (!session || session.newestFirst[table]?.[0] === column) return session
    const { [table]: _former, ...others } = session.newestFirst
    const newestFirst = column ? { ...others, [table]: [column] } : others
    rememberPreference('newest-first', writeColumns(newestFirst))
    return { ...session, newestFirst }
  })
}

/** Whether Home shows a newcomer's first steps. */
export function showFirstSteps(client: QueryClient, firstSteps: boolean): void {
  rememberPreference('first-steps', firstSteps ? 'shown' : 'hidden')
  client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, firstSteps })
}
