import type { ReactElement } from 'react'
import { Monitor, Moon, Sun } from '~/components/ui/icons.tsx'
import { Menu, MenuChoice, type MenuEnd, MenuLabel } from '~/components/ui/menu.tsx'
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
  focusOn,
}: {
  theme: Theme
  onChoose: (theme: Theme) => void
  trigger: ReactElement
  defaultOpen?: boolean
  focusOn?: MenuEnd
}) {
  return (
    <Menu label="Theme" trigger={trigger} defaultOpen={defaultOpen} focusOn={focusOn}>
      <MenuLabel>Theme</MenuLabel>
      <MenuChoice<Theme> value={theme} onChange={onChoose} options={options} />
    </Menu>
  )
}
