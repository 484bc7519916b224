import type { ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'
import type { LucideIcon } from 'lucide-react'

/** What belongs here, why it is empty, and the one thing to do next. */
export function EmptyState({
  icon: Icon,
  title,
  heading: Title = 'p',
  action,
  className,
  children,
}: {
  icon?: LucideIcon
  title: string
  /** 'h1' if it is the page's only content. */
  heading?: 'h1' | 'h2' | 'p'
  action?: ReactNode
  className?: string
  children?: ReactNode
}) {
  return (
    <div className={cn('flex flex-col items-center gap-2 px-4 py-10 text-center', className)}>
      {Icon && <Icon aria-hidden="true" className="size-8 text-muted" />}
      <Title className="text-base font-medium">{title}</Title>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
