import { Link } from '@tanstack/react-router'
import { Page } from '~/components/layout/page.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { SearchX } from '~/components/ui/icons.tsx'

export function NoSuchSubmission({ id }: { id: string }) {
  return (
    <Page title="Submission">
      <EmptyState
        className="rounded border"
        icon={SearchX}
        title={`There is no submission ${id}`}
        action={
          <Link to="/modeling/submission" className={buttonClass({ variant: 'secondary' })}>
            All submissions
          </Link>
        }
      >
        The link may be incomplete, or it comes from another workspace.
      </EmptyState>
    </Page>
  )
}
