import { type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'

const tones = {
  neutral: 'border-control text-muted',
  success: 'border-success bg-success-soft text-success',
  warning: 'border-warning bg-warning-soft text-warning',
  error: 'border-error bg-error-soft text-error',
  info: 'border-info bg-info-soft text-info',
} as const
export type Tone = keyof typeof tones

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
    <span
      className={cn(
        'inline-flex h-6 items-center gap-1 rounded border px-2 text-xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-3.5" />}
      {children}
    </span>
  )
}
