import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { Finding } from '#contract/shapes.ts'
import { cn } from '~/lib/class-names.ts'

export const markOf = (findings: readonly Finding[] | undefined) => {
  if (!findings || findings.length === 0) return undefined
  return findings.some(({ severity }) => severity === 'error')
    ? 'bg-error-soft shadow-[inset_0_0_0_1px_var(--error)]'
    : 'bg-warning-soft shadow-[inset_0_0_0_1px_var(--warning)]'
}

/** What is wrong with a cell and how to fix it, in the cell. */
export function FindingMessages({
  findings,
  wide = false,
}: {
  findings: readonly Finding[] | undefined
  wide?: boolean
}) {
  return findings?.map(({ severity, message, help }) => {
    const Icon = severity === 'error' ? CircleAlert : TriangleAlert
    return (
      <span
        key={message}
        className={cn(
          'mt-1 flex gap-1 text-left font-sans text-xs font-normal whitespace-normal',
          wide ? 'max-w-prose' : 'w-56',
          severity === 'error' ? 'text-error' : 'text-warning',
        )}
      >
        <Icon aria-label={severity === 'error' ? 'Error' : 'Warning'} className="mt-0.5 size-3.5 shrink-0" />
        <span>
          {message}
          {help && <span className="block text-text">{help}</span>}
        </span>
      </span>
    )
  })
}
