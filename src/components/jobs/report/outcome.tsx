import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'

/** Whether a unit's modelled mean lies inside the interval of its direct estimate. */
export function Outcome({ pass }: { pass: boolean | null }) {
  const [Icon, word, look] =
    pass === null
      ? ([CircleDashed, 'Not testable', 'text-muted'] as const)
      : pass
        ? ([CircleCheck, 'Inside', 'text-success'] as const)
        : ([TriangleAlert, 'Outside', 'text-warning font-medium'] as const)
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${look}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {word}
    </span>
  )
}
