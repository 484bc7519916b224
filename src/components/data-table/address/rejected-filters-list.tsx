import { Button } from '~/components/ui/button.tsx'
import { X } from 'lucide-react'
import type { RejectedFilter } from './rejected-filters.ts'

/** Each rejected filter, with a button that removes it. */
export function RejectedFilters({
  filters,
  onRemove,
}: {
  filters: readonly RejectedFilter[]
  onRemove: (field: string) => void
}) {
  if (filters.length === 0) return null
  return (
    <ul aria-label="Rejected filters" className="flex max-w-prose flex-col gap-2 text-left">
      {filters.map(({ field, label, message }) => (
        <li key={field} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1 basis-60 break-words">
            <strong className="font-medium">{label}:</strong> {message}
          </span>
          <Button variant="secondary" size="small" onClick={() => onRemove(field)}>
            <X aria-hidden="true" />
            Remove {label}
          </Button>
        </li>
      ))}
    </ul>
  )
}
