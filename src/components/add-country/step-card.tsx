import { type ReactNode, useId } from 'react'
import { Badge } from '~/components/ui/badge.tsx'
import { Check } from 'lucide-react'
import { cn } from '~/lib/class-names.ts'
import type { StepState } from './steps.ts'

const circles = {
  done: 'border-success bg-success-soft text-success',
  next: 'border-primary-edge bg-primary text-on-primary',
  open: 'border-control',
} as const
const words = { done: 'Done', next: 'Next', open: 'Later' } as const

/** One step: its state in words, what it needs, what exists, and what to do. */
export function StepCard({
  number,
  title,
  state,
  about,
  actions,
  focusId,
  children,
}: {
  number: number
  title: string
  state: StepState
  about: string
  actions?: ReactNode
  /** The target for moving the focus. */
  focusId?: string
  children?: ReactNode
}) {
  const id = useId()
  const isDone = state === 'done'
  return (
    <li
      id={focusId}
      tabIndex={focusId === undefined ? undefined : -1}
      aria-labelledby={id}
      aria-current={state === 'next' ? 'step' : undefined}
      className={cn(
        'flex gap-4 rounded border bg-raised p-4 max-[559px]:gap-3',
        state === 'next' && 'border-secondary',
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          'grid size-8 shrink-0 place-items-center rounded-full border text-sm font-semibold',
          circles[state],
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-[1_1_18rem]">
            <h2 id={id} className="flex flex-wrap items-center gap-2 text-base font-semibold">
              {title}
              <Badge tone={isDone ? 'success' : state === 'next' ? 'info' : 'neutral'}>{words[state]}</Badge>
            </h2>
            <p className="text-muted">{about}</p>
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
        {children}
      </div>
    </li>
  )
}
