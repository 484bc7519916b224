import type { ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'
import { useDocumentTitle } from './use-document-title.ts'

/** A screen's title row, with at most one primary action, and its content. */
export function Page({
  title,
  help,
  actions,
  className,
  children,
}: {
  title: ReactNode
  /** A link to the screen's help topic, beside its title. */
  help?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}) {
  useDocumentTitle(title)
  return (
    <div className={cn('flex min-w-0 flex-col gap-4', className)}>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-[1_1_20rem] items-center gap-1">
          <h1 className="min-w-0 text-xl font-semibold break-words">{title}</h1>
          {help}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
