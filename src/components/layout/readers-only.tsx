import { LockKeyhole } from 'lucide-react'
import { EmptyState } from '~/components/ui/empty-state.tsx'

/** A screen that writes, opened by a viewer: who can help. */
export function ReadersOnly({ what }: { what: string }) {
  return (
    <EmptyState className="rounded border" icon={LockKeyhole} heading="h1" title={`You may not ${what}`}>
      Your role reads and downloads. An administrator of your organisation can change it.
    </EmptyState>
  )
}
