import type { ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'

const tones = {
  info: { icon: Info, style: 'border-info bg-info-soft text-info' },
  success: { icon: CircleCheck, style: 'border-success bg-success-soft text-success' },
  warning: { icon: TriangleAlert, style: 'border-warning bg-warning-soft text-warning' },
  error: { icon: CircleAlert, style: 'border-error bg-error-soft text-error' },
} as const

/** A message about the part of the page where it appears. */
export function Alert({
  tone = 'info',
  title,
  children,
  className,
}: {
  tone?: keyof typeof tones
  title?: ReactNode
  children?: ReactNode
  className?: string
}) {
  const { icon: Icon, style } = tones[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cn('flex gap-3 rounded border p-3', style, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-text">{children}</div>}
      </div>
    </div>
  )
}
