import * as Radix from '@radix-ui/react-popover'
import type { ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'
import { focusLoadedField } from '~/components/ui/fields/focus-first-field.ts'

export function Popover({
  trigger,
  label,
  align = 'start',
  open,
  onOpenChange,
  className,
  children,
}: {
  trigger: ReactNode
  label: string
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onOpenAutoFocus={focusLoadedField}
          className={cn(
            'z-70 max-h-[min(80dvh,var(--radix-popover-content-available-height))] w-72 max-w-[calc(100vw-1rem)] overflow-auto rounded border bg-raised p-3 text-text shadow-float outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
