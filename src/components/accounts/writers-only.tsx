import { LockKeyhole } from 'lucide-react'
import { EmptyState } from '~/components/ui/empty-state.tsx'

/** A screen that writes, opened by somebody who only reads: who can help. `what` begins the sentence. */
export function WritersOnly({ what }: { what: string }) {
  return (
    <EmptyState className="rounded border" icon={LockKeyhole} title={`${what} is for staff`}>
      Your role reads and downloads. An administrator of your organisation can change it.
    </EmptyState>
  )
}
