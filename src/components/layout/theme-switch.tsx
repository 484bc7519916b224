import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Monitor, Moon, Sun } from '~/components/ui/icons.tsx'
import { sessionQuery } from '~/server/accounts.functions.ts'
import { LateMenu } from './late-menu.tsx'
import { type Theme, applyTheme, chooseTheme } from './preferences.ts'

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
    <LateMenu
      load={() => import('./theme-menu.tsx')}
      menu={{ theme, onChoose: (next: Theme) => chooseTheme(queryClient, next) }}
      trigger={
        <Button variant="bar" size="icon" aria-label="Theme">
          <Icon aria-hidden="true" />
        </Button>
      }
    />
  )
}
