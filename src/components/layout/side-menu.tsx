import { Link } from '@tanstack/react-router'
import { Tooltip } from '~/components/ui/tooltip.tsx'
import { cn } from '~/lib/class-names.ts'
import { type MenuEntry, type MenuGroup, administrationMenu, sideMenu } from './menu-entries.ts'
import { useExisting, useIsAdmin } from './use-menu.ts'

export function SideMenu({ rail = false, onNavigate }: { rail?: boolean; onNavigate?: () => void }) {
  const groups = useIsAdmin() ? [...sideMenu, administrationMenu] : sideMenu
  return (
    <nav aria-label="Main" className="flex flex-col gap-4 p-2">
      {groups.map((group) => (
        <Group key={group.title ?? ''} group={group} rail={rail} onNavigate={onNavigate} />
      ))}
    </nav>
  )
}

function Group({ group, rail, onNavigate }: { group: MenuGroup; rail: boolean; onNavigate?: () => void }) {
  const entries = useExisting(group.entries)
  if (entries.length === 0) return null
  return (
    <div>
      {group.title && (
        <p aria-hidden="true" className={cn('px-3 pb-1 text-xs font-medium text-muted', rail && 'sr-only')}>
          {group.title}
        </p>
      )}
      <ul aria-label={group.title ?? 'Start'} className="flex flex-col gap-0.5">
        {entries.map((entry) => (
          <li key={entry.name}>
            <EntryLink entry={entry} rail={rail} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function EntryLink({
  entry: { label, icon: Icon, to },
  rail,
  onNavigate,
}: {
  entry: MenuEntry & { to: string }
  rail: boolean
  onNavigate?: () => void
}) {
  const link = (
    <Link
      to={to}
      onClick={onNavigate}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ className: 'bg-selected font-medium', 'aria-current': 'page' }}
      className={cn(
        'flex h-9 items-center gap-3 rounded px-3 text-text hover:bg-hover aria-[current=page]:hover:bg-selected',
        rail && 'justify-center px-0',
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className={cn('truncate', rail && 'sr-only')}>{label}</span>
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
