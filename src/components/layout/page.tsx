import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { cn } from '~/lib/class-names.ts'
import { sessionQuery } from '~/server/accounts.functions.ts'

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

/** On the screen of one record, its name comes first, so that tabs and the browser's history tell records apart. */
function useDocumentTitle(name: ReactNode): void {
  const { brandName } = useSuspenseQuery(sessionQuery).data
  const { screen, status } = useRouterState({
    select: ({ matches, status }) => {
      const leaf = matches.at(-1)
      return {
        screen: Object.keys(leaf?.params ?? {}).length > 0 ? leaf?.staticData.title : undefined,
        status,
      }
    },
    structuralSharing: true,
  })
  useEffect(() => {
    // The router writes the screen's title when a navigation ends.
    if (status === 'pending' || screen === undefined || typeof name !== 'string') return
    document.title = [...new Set([name, screen, brandName])].filter(Boolean).join(' – ')
  }, [name, screen, status, brandName])
}
