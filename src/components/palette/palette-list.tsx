/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the browser's own select can neither be searched nor grouped with icons */
import { useEffect, useRef } from 'react'
import { cn } from '~/lib/class-names.ts'
import { Thumbnail } from '~/components/jobs/thumbnail.tsx'
import type { PaletteGroup, PaletteOption } from './option.ts'

interface ListProps {
  active: PaletteOption | undefined
  onActive: (option: PaletteOption) => void
  onTake: (option: PaletteOption, inNewTab: boolean) => void
}

export function PaletteList({ groups, ...props }: { groups: readonly PaletteGroup[] } & ListProps) {
  const list = useRef<HTMLDivElement>(null)
  const activeId = props.active?.id
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  return (
    <div
      ref={list}
      id="palette-list"
      role="listbox"
      aria-label="Results"
      className="min-h-0 flex-1 scroll-py-2 overflow-y-auto p-2 empty:hidden"
    >
      {groups.map(({ title, options }) => {
        const titleId = `palette-${title.replaceAll(' ', '-')}`
        return (
          <div key={title} role="group" aria-labelledby={titleId}>
            <p id={titleId} className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
              {title}
            </p>
            {options.map((option) => (
              <Row key={option.id} option={option} {...props} />
            ))}
          </div>
        )
      })}
    </div>
  )
}

function Row({ option, active, onActive, onTake }: { option: PaletteOption } & ListProps) {
  const { id, label, detail, note, icon: Icon, mapOf } = option
  const isActive = active?.id === id
  return (
    // The field keeps the focus and handles the keys (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={`palette-${id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={cn(
        'flex min-h-9 cursor-pointer items-center gap-3 rounded px-2 py-1.5',
        isActive && 'bg-selected',
      )}
      onPointerMove={() => !isActive && onActive(option)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onTake(option, event.ctrlKey || event.metaKey)}
    >
      {mapOf === undefined ? (
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      ) : (
        <Thumbnail size="row" jobKey={mapOf} drawn />
      )}
      <span className="min-w-0 flex-1 break-words">
        {label}
        {detail && <span className="block text-xs text-muted">{detail}</span>}
      </span>
      {note && <span className="max-w-[40%] shrink-0 truncate text-xs text-muted">{note}</span>}
    </div>
  )
}
