import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'

/** A button that opens a list of actions. `MenuItem asChild` around a link makes it a link. */
export function Menu({
  trigger,
  label,
  align = 'end',
  defaultOpen,
  children,
}: {
  trigger: ReactNode
  label?: string
  align?: 'start' | 'center' | 'end'
  defaultOpen?: boolean
  children: ReactNode
}) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-50 max-h-[70dvh] min-w-44 overflow-auto rounded border bg-raised p-1 text-text shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

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
