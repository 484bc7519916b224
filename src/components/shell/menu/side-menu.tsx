import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Tooltip } from '~/components/ui/overlays/tooltip.tsx'
import { type MenuEntry, type MenuGroup, administrationMenu, projectsMenu, sideMenu } from './menu-entries.ts'
import { useCurrentEntry, useExisting, useIsAdmin } from './use-menu.ts'

const staffMenu = [...sideMenu, projectsMenu]
const allEntries = [...staffMenu, administrationMenu].flatMap(({ entries }) => entries)

export function SideMenu({
  rail = false,
  onNavigate,
}: {
  /** Only icons are shown: their names appear as tooltips. */
  rail?: boolean
  onNavigate?: () => void
}) {
  const groups = useIsAdmin() ? [...staffMenu, administrationMenu] : staffMenu
  const current = useCurrentEntry(allEntries)
  const menu = useRef<HTMLElement>(null)
  // In a menu longer than the window, the entry could be out of sight. Not scrollIntoView, which also makes the next Tab
  // begin there.
  useEffect(() => {
    const scroller = menu.current?.parentElement
    const entry = menu.current?.querySelector('[aria-current=page]')?.getBoundingClientRect()
    if (!scroller || !entry) return
    const { top, bottom } = scroller.getBoundingClientRect()
    scroller.scrollTop += Math.min(0, entry.top - top) + Math.max(0, entry.bottom - bottom)
  }, [current])
  return (
    <nav ref={menu} aria-label="Main" className="flex flex-col gap-4 p-2">
      {groups.map((group) => (
        <Group key={group.title ?? ''} group={group} current={current} rail={rail} onNavigate={onNavigate} />
      ))}
    </nav>
  )
}

interface LinkProps {
  /** Name of the page's menu entry. */
  current: string | undefined
  rail: boolean
  onNavigate?: () => void
}

function Group({ group, ...props }: { group: MenuGroup } & LinkProps) {
  const entries = useExisting(group.entries)
  if (entries.length === 0) return null
  return (
    <div>
      {group.title && (
        <p aria-hidden="true" className="px-3 pb-1 text-xs font-medium text-muted rail:sr-only">
          {group.title}
        </p>
      )}
      <ul aria-label={group.title ?? 'Start'} className="flex flex-col gap-0.5">
        {entries.map((entry) => (
          <li key={entry.name}>
            <EntryLink entry={entry} {...props} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const CURRENT = { 'aria-current': 'page' } as const

function EntryLink({
  entry: { name, label, icon: Icon, to },
  current,
  rail,
  onNavigate,
}: { entry: MenuEntry & { to: string } } & LinkProps) {
  const link = (
    <Link
      to={to}
      onClick={onNavigate}
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={CURRENT}
      inactiveProps={name === current ? CURRENT : {}}
      className="menu-link"
    >
      <Icon />
      <span>{label}</span>
    </Link>
  )
  return rail ? (
    <Tooltip content={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
