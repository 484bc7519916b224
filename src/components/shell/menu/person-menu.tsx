import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { LogOut, UserRound } from 'lucide-react'
import { Menu, MenuItem, MenuLabel } from '~/components/ui/overlays/menu.tsx'
import { loggedInMenu, loggedOutMenu } from './menu-entries.ts'
import { useExisting } from './use-menu.ts'

const icons: Record<string, ReactNode> = {
  EditUser: <UserRound aria-hidden="true" />,
  LogOut: <LogOut aria-hidden="true" />,
}

export function PersonMenu({ userName, trigger }: { userName: string | undefined; trigger: ReactElement }) {
  const entries = useExisting(userName === undefined ? loggedOutMenu : loggedInMenu)
  return (
    <Menu label={userName ?? 'Menu'} trigger={trigger}>
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
