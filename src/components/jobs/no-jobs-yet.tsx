import { Link } from '@tanstack/react-router'
import type { Person } from '#contract/accounts.ts'
import { runFile } from '#contract/submissions.ts'
import { may } from '~/api/may.ts'
import { buttonClass } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { Layers } from '~/components/ui/icons.tsx'

export function NoJobsYet({ me }: { me: Person }) {
  const writer = may(me, runFile)
  return (
    <EmptyState
      className="rounded border"
      icon={Layers}
      title="No jobs yet"
      action={
        writer && (
          <Link to="/modeling/submission" className={buttonClass()}>
            New submission
          </Link>
        )
      }
    >
      {writer
        ? 'Each layer of a submission becomes a job and appears here.'
        : 'Each layer that a colleague submits becomes a job and appears here.'}
    </EmptyState>
  )
}
