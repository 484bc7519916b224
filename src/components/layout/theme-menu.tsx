import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuChoice, MenuLabel } from '~/components/ui/menu.tsx'
import type { Theme } from './preferences.ts'

const options = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
] as const

export default function ThemeMenu({
  theme,
  onChoose,
  trigger,
  defaultOpen,
}: {
  theme: Theme
  onChoose: (theme: Theme) => void
  trigger: ReactElement
  defaultOpen?: boolean
}) {
  return (
    <Menu label="Theme" trigger={trigger} defaultOpen={defaultOpen}>
      <MenuLabel>Theme</MenuLabel>
      <MenuChoice<Theme> value={theme} onChange={onChoose} options={options} />
    </Menu>
  )
}
