import type { ReactNode } from 'react'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { SearchX } from '~/components/ui/icons.tsx'

/** There is no such record; `action` links to the list. */
export function Absent({ title, action }: { title: string; action: ReactNode }) {
  return (
    <EmptyState className="rounded border" icon={SearchX} heading="h1" title={title} action={action}>
      It may have been deleted, or the link comes from another workspace.
    </EmptyState>
  )
}
