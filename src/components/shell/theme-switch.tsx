import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import { sessionQuery } from '~/server/accounts.functions.ts'
import { Menu, MenuChoice, MenuLabel } from '~/components/ui/overlays/menu.tsx'
import { type Theme, applyTheme, chooseTheme } from './preferences.ts'

const options = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
] as const

export function ThemeSwitch() {
  const queryClient = useQueryClient()
  const { theme } = useSuspenseQuery(sessionQuery).data

  useEffect(() => {
    if (theme !== 'system') return
    const system = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => applyTheme('system')
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [theme])

  const Icon = theme === 'light' ? Sun : theme === 'dark' ? Moon : Monitor
  return (
    <Menu
      label="Theme"
      trigger={
        <Button variant="bar" size="icon" aria-label="Theme">
          <Icon aria-hidden="true" />
        </Button>
      }
    >
      <MenuLabel>Theme</MenuLabel>
      <MenuChoice<Theme>
        value={theme}
        onChange={(next) => chooseTheme(queryClient, next)}
        options={options}
      />
    </Menu>
  )
}
