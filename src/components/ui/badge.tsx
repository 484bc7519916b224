import type { ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'
import type { Mark } from './marks.ts'

export type Tone = 'neutral' | 'success' | 'warning' | 'error' | 'info'

/** Icon, word and colour: colour is never the only sign. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: Tone
  icon?: Mark
  className?: string
  children: ReactNode
}) {
  return (
    <span className={cn('badge', tone, className)} data-mark={icon}>
      {children}
    </span>
  )
}
