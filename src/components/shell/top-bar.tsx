import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { ChevronDown, Compass, MenuIcon, UserRound } from 'lucide-react'
import { NextPageProgress } from './next-page-progress.tsx'
import { PersonMenu } from './menu/person-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The current route's icon and title, the theme and the user menu. */
export function TopBar({
  userName,
  start,
  children,
}: {
  userName?: string
  start?: ReactNode
  /** Buttons before the theme. */
  children?: ReactNode
}) {
  const route = useMatches({
    select: (matches) => {
      const leaf = matches.at(-1)
      return matches.some(({ _notFound }) => _notFound)
        ? { title: 'Not Found', icon: Compass }
        : leaf?.staticData
    },
  })
  const Icon = route?.icon
  return (
    <header className="sticky top-0 z-30 flex h-bar items-center gap-2 border-b border-primary-edge bg-primary px-3 text-on-primary print:hidden">
      {start}
      <p
        className="flex min-w-0 flex-1 items-center gap-2 text-base font-medium max-[599px]:text-sm/4"
        data-part="route-title"
      >
        {Icon && <Icon aria-hidden="true" className="size-5 shrink-0 text-secondary" />}
        <span className="line-clamp-2 min-w-0 break-words min-[600px]:line-clamp-1">
          {route?.title ?? ''}
        </span>
      </p>
      {children}
      <ThemeSwitch />
      <PersonButton userName={userName} />
      <NextPageProgress />
    </header>
  )
}

function PersonButton({ userName }: { userName?: string }) {
  return (
    <PersonMenu
      userName={userName}
      trigger={
        <Button
          variant="bar"
          title={userName}
          className="max-w-40 min-w-0 shrink! wide:max-w-72 max-[479px]:px-2"
        >
          {userName === undefined ? <MenuIcon aria-hidden="true" /> : <UserRound aria-hidden="true" />}
          <span className="truncate max-[479px]:sr-only">{userName ?? 'Menu'}</span>
          <ChevronDown aria-hidden="true" className="max-[479px]:hidden" />
        </Button>
      }
    />
  )
}
