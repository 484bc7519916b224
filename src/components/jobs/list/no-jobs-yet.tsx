import { Link } from '@tanstack/react-router'
import type { Person } from '#contract/accounts/accounts.ts'
import { runFile } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import type { EmptyList } from '~/components/data-table/address/list.ts'
import { buttonClass } from '~/components/ui/button.tsx'
import { Layers } from 'lucide-react'

export function noJobsYet(me: Person): EmptyList {
  const writer = may(me, runFile)
  return {
    icon: Layers,
    title: 'No jobs yet',
    text: writer
      ? 'Each layer of a submission becomes a job and appears here.'
      : 'Each layer that a colleague submits becomes a job and appears here.',
    action: writer && (
      <Link to="/modeling/submission" className={buttonClass()}>
        New submission
      </Link>
    ),
  }
}
