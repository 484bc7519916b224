import { EmptyState } from '~/components/ui/empty-state.tsx'
import { LockKeyhole } from '~/components/ui/icons.tsx'

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
