import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Bell, Clock, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { meQuery, sessionQuery } from '~/server/accounts.functions.ts'
import {
  administrationMenu,
  projectsMenu,
  sideMenu,
  loggedInMenu,
} from '~/components/shell/menu/menu-entries.ts'
import { chooseTheme } from '~/components/shell/preferences.ts'
import { useExisting, useIsAdmin } from '~/components/shell/menu/use-menu.ts'
import type { PaletteGroup, PaletteOption } from './option.ts'
import { readRecent } from './recent.ts'
import { writingActions } from './writing-actions.ts'

const groups = [...sideMenu, projectsMenu, administrationMenu]
const entries = [
  ...groups.flatMap(({ title, entries: own }) => own.map((entry) => ({ ...entry, note: title }))),
  { name: 'Notifications', label: 'Notifications', icon: Bell, note: undefined },
  ...loggedInMenu
    .filter(({ name }) => name !== 'LogOut')
    .map((entry) => ({ ...entry, icon: UserRound, note: undefined })),
]

/** Further words by which a screen is found. */
const WORDS: Readonly<Record<string, string>> = {
  HelpDocumentation: 'manual guide',
  RasterAssetCatalog: 'upload files',
  RasterCheckin: 'upload publish',
  PlaceGroups: 'outlines boundaries admin units import',
  SurveyPipelineCatalog: 'import clusters',
  WorldpopCatalog: 'population',
  EditUser: 'password tokens sessions settings',
}

/** What the palette knows without asking the service: recent destinations, screens and actions. */
export function useLocalGroups(
  onShortcuts: () => void,
): Record<'recent' | 'screens' | 'actions', PaletteGroup> {
  const client = useQueryClient()
  const { user } = useSuspenseQuery(sessionQuery).data
  const me = useQuery({ ...meQuery, enabled: false }).data ?? user
  const isAdmin = useIsAdmin()
  const screens = useExisting(entries)
    // Everyone may see the outlines, although the menu has them for admins.
    .filter(({ name, note }) => isAdmin || note !== administrationMenu.title || name === 'PlaceGroups')
    .map(({ name, label, note, icon, to, title }): PaletteOption => ({
      id: `screen-${name}`,
      label,
      note,
      icon,
      href: to,
      words: `${title} ${WORDS[name] ?? ''}`,
    }))
  const path = useLocation({ select: ({ pathname }) => pathname })
  const iconOf = (href: string) => screens.find((screen) => screen.href === href)?.icon ?? Clock
  const recent = me === null ? [] : readRecent(me.id)
  const themes = (
    [
      ['light', 'Light theme', Sun],
      ['dark', 'Dark theme', Moon],
      ['system', 'System theme', Monitor],
    ] as const
  ).map(([theme, label, icon]): PaletteOption => ({
    id: `theme-${theme}`,
    label,
    icon,
    words: 'appearance mode',
    run: () => chooseTheme(client, theme),
  }))
  return {
    recent: {
      title: 'Recent',
      options: recent.map((one) => ({ ...one, id: `recent-${one.href}`, icon: iconOf(one.href) })),
    },
    screens: { title: 'Screens', options: screens },
    actions: {
      title: 'Actions',
      options: [
        ...writingActions(me, path),
        ...themes,
        {
          id: 'shortcuts',
          label: 'Shortcuts',
          icon: Keyboard,
          words: 'keys keyboard help',
          run: onShortcuts,
        },
        { id: 'logout', label: 'Log Out', icon: LogOut, href: '/logout', words: 'sign' },
      ],
    },
  }
}
