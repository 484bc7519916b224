import { type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'

export type Tone = 'neutral' | 'success' | 'warning' | 'error' | 'info'

/** Icon, word and colour: colour is never the only sign. */
export function Badge({
  tone = 'neutral',
  icon: Icon,
  className,
  children,
}: {
  tone?: Tone
  icon?: LucideIcon
  className?: string
  children: ReactNode
}) {
  return (
    <span className={cn('badge', tone, className)}>
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </span>
  )
}
