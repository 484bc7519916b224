import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { X } from 'lucide-react'
import type { Ignored } from './ignored.ts'

/** Lists what a screen ignores in its address, and what it would accept. */
export function IgnoredNotice({
  ignored,
  onDismiss,
}: {
  ignored: readonly Ignored[]
  onDismiss: () => void
}) {
  return (
    <Alert tone="warning">
      <div className="flex items-start gap-2">
        <ul aria-label="Ignored" className="min-w-0 flex-1 break-words">
          {ignored.map(({ field, value, allowed }) => (
            <li key={`${field}=${value}`}>
              {value === undefined ? `Ignored: ${field}.` : `Ignored: ${field} '${value}'.`}
              {allowed && (value === undefined ? ` Did you mean ${allowed}?` : ` Allowed: ${allowed}.`)}
            </li>
          ))}
        </ul>
        <Button variant="quiet" size="smallIcon" className="-my-1.5" aria-label="Dismiss" onClick={onDismiss}>
          <X aria-hidden="true" />
        </Button>
      </div>
    </Alert>
  )
}
