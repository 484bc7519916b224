import { EmptyState } from '~/components/ui/empty-state.tsx'
import { LockKeyhole } from 'lucide-react'

/**
 * Shown to a viewer on a screen that needs write access: says who can help. `what` is the screen's action, as a verb.
 */
export function WritersOnly({ what }: { what: string }) {
  return (
    <EmptyState className="rounded border" icon={LockKeyhole} title={`Viewers cannot ${what}`}>
      Your role can read and download. An admin of your organisation can give you the role Staff.
    </EmptyState>
  )
}

/** Shown on the address of a form to someone who did not create the record. */
export function OwnersOnly({
  what,
  owner,
  instead,
}: {
  what: string
  /** Null: the account was removed. */
  owner: string | null
  instead: string
}) {
  return (
    <EmptyState className="rounded border" icon={LockKeyhole} title={`You cannot ${what}`}>
      Only {owner === null ? 'an admin' : `${owner}, who created it, or an admin`} can do this. {instead}
    </EmptyState>
  )
}
