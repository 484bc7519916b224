import type { Finding } from '#contract/shapes.ts'
import { Button } from '~/components/ui/button.tsx'
import { CircleAlert, TriangleAlert } from 'lucide-react'
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
  onFix,
}: {
  findings: readonly Finding[] | undefined
  wide?: boolean
  onFix?: (fix: string) => void
}) {
  return findings?.map(({ severity, message, help, fix }) => {
    const Icon = severity === 'error' ? CircleAlert : TriangleAlert
    return (
      <span
        key={message}
        className={cn(
          'mt-1 flex gap-1 text-left font-sans text-xs font-normal whitespace-normal',
          // As wide as what is visible of the table, at most.
          wide ? 'max-w-[min(65ch,100cqw-1.5rem)]' : 'w-56',
          severity === 'error' ? 'text-error' : 'text-warning',
        )}
      >
        <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
        <span className="sr-only">{severity === 'error' ? 'Error' : 'Warning'}</span>
        <span>
          {message}
          {help && <span className="block text-text">{help}</span>}
          {fix !== undefined && onFix && <FixButton fix={fix} onFix={onFix} />}
        </span>
      </span>
    )
  })
}

/** Replaces the value that was found wrong. */
export function FixButton({ fix, onFix }: { fix: string; onFix: (fix: string) => void }) {
  return (
    <Button variant="secondary" size="tiny" className="mt-1" onClick={() => onFix(fix)}>
      Use ‘{fix}’
    </Button>
  )
}
