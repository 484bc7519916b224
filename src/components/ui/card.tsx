import { type ReactNode, useId } from 'react'
import { cn } from '~/lib/class-names.ts'

/** A titled part of a page. */
export function Card({
  title,
  anchor,
  help,
  actions,
  className,
  children,
}: {
  title?: ReactNode
  /** Id of the card, for links to this part of the page. */
  anchor?: string
  /** A link to its help topic, beside the title. */
  help?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      id={anchor}
      aria-labelledby={title ? id : undefined}
      className={cn(
        'flex min-w-0 scroll-mt-20 flex-col gap-3 rounded border bg-raised p-4 print:mb-4 print:border-0 print:p-0',
        className,
      )}
    >
      {title && (
        <div className="card-title flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <div className="flex min-w-0 items-center gap-1">
            <h2 id={id} className="text-base font-semibold">
              {title}
            </h2>
            {help}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}
