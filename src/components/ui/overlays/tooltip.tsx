import * as Radix from '@radix-ui/react-tooltip'
import type { ReactNode } from 'react'

export const TooltipProvider = Radix.Provider

/** Additional text for the element it wraps; never the only name of a control. */
export function Tooltip({
  content,
  side = 'top',
  children,
}: {
  content: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-70 max-w-72 rounded border border-primary-edge bg-primary px-2 py-1 text-xs text-on-primary shadow-float"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
