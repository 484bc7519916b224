import { type ReactNode, useEffect, useRef } from 'react'
import { CircleAlert, CircleCheck, MailCheck } from 'lucide-react'

const icons = { done: CircleCheck, mail: MailCheck, failed: CircleAlert } as const

/** Replaces the form after it succeeded: what happened and what comes next. */
export function Outcome({
  kind,
  title,
  children,
}: {
  kind: keyof typeof icons
  title: string
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const Icon = icons[kind]
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-2 text-center">
        <Icon
          aria-hidden="true"
          className={kind === 'failed' ? 'size-8 text-error' : 'size-8 text-success'}
        />
        <h1 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {title}
        </h1>
      </div>
      {children}
    </div>
  )
}
