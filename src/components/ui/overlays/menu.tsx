import * as Radix from '@radix-ui/react-dropdown-menu'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { cn } from '~/lib/class-names.ts'
import { Check } from 'lucide-react'

/** The focus when the keyboard opens a menu. */
export type MenuEnd = 'first' | 'last'

/**
 * A button that opens a list of actions. `MenuItem asChild` around a link makes it a link. Arrow up opens it at its
 * last action, as in the ARIA menu button pattern.
 */
export function Menu({
  trigger,
  label,
  align = 'end',
  defaultOpen = false,
  focusOn,
  children,
}: {
  trigger: ReactNode
  label?: string
  align?: 'start' | 'center' | 'end'
  defaultOpen?: boolean
  /** For a menu that is open from the start, because a key requested it before its code was loaded. */
  focusOn?: MenuEnd
  children: ReactNode
}) {
  const [open, setOpen] = useState(defaultOpen)
  const end = useRef(focusOn)
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger
        asChild
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' || open) return
          event.preventDefault()
          end.current = 'last'
          setOpen(true)
        }}
      >
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          onFocus={(event) => {
            if (end.current === undefined || event.target !== event.currentTarget) return
            const items = event.currentTarget.querySelectorAll<HTMLElement>(choosable)
            const item = items[end.current === 'first' ? 0 : items.length - 1]
            end.current = undefined
            if (!item) return
            event.preventDefault()
            item.focus({ preventScroll: true })
          }}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-70 max-h-[min(70dvh,var(--radix-dropdown-menu-content-available-height))] min-w-44 overflow-auto rounded border bg-raised p-1 text-text shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const choosable = '[role^="menuitem"]:not([data-disabled])'

const item =
  'flex h-9 items-center gap-2 rounded px-2 text-sm no-underline outline-none select-none data-[disabled]:opacity-55 data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0'

export function MenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={cn(item, className)} {...props} />
}

export function MenuChoice<T extends string>({
  value,
  onChange,
  options,
}: {
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string; icon?: ReactNode }[]
}) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={item}>
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden="true" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

export function MenuLabel({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Radix.Label className={cn('px-2 py-1.5 text-xs font-medium text-muted', className)}>
      {children}
    </Radix.Label>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-hairline" />
}
