import { LockKeyhole } from 'lucide-react'
import { EmptyState } from '~/components/ui/empty-state.tsx'

/** A screen that writes, opened by a viewer: who can help. `what` is what the screen does, as a verb. */
export function WritersOnly({ what }: { what: string }) {
  return (
    <EmptyState className="rounded border" icon={LockKeyhole} title={`Viewers cannot ${what}`}>
      Your role reads and downloads. An administrator of your organisation can give you the role Staff.
    </EmptyState>
  )
}
