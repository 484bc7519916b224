import { EmptyState } from '~/components/ui/empty-state.tsx'
import { LockKeyhole } from 'lucide-react'

/** Shown to others on a screen for admins: says who can help. */
export function Forbidden({ what }: { what: string }) {
  return (
    <EmptyState className="rounded border" icon={LockKeyhole} title={`Only admins can see ${what}`}>
      Your role does not give access to this screen. An admin of your organisation can help.
    </EmptyState>
  )
}
