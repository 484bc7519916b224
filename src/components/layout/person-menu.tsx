import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { LogOut, UserRound } from '~/components/ui/icons.tsx'
import { Menu, type MenuEnd, MenuItem, MenuLabel } from '~/components/ui/menu.tsx'
import { loggedInMenu, loggedOutMenu } from './menu-entries.ts'
import { useExisting } from './use-menu.ts'

const icons: Record<string, ReactNode> = {
  EditUser: <UserRound aria-hidden="true" />,
  LogOut: <LogOut aria-hidden="true" />,
}

export default function PersonMenu({
  userName,
  trigger,
  defaultOpen,
  focusOn,
}: {
  userName: string | undefined
  trigger: ReactElement
  defaultOpen?: boolean
  focusOn?: MenuEnd
}) {
  const entries = useExisting(userName === undefined ? loggedOutMenu : loggedInMenu)
  return (
    <Menu label={userName ?? 'Menu'} trigger={trigger} defaultOpen={defaultOpen} focusOn={focusOn}>
      {userName !== undefined && (
        <MenuLabel className="max-w-64 break-words min-[480px]:hidden">{userName}</MenuLabel>
      )}
      {entries.map(({ name, label, to }) => (
        <MenuItem key={name} asChild>
          <Link to={to} preload={false}>
            {icons[name]}
            {label}
          </Link>
        </MenuItem>
      ))}
    </Menu>
  )
}
