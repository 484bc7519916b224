import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runName } from '#common/run-name.ts'
import type { Me } from '#contract/accounts/accounts.ts'
import { listAccounts } from '#contract/accounts/people.ts'
import { runFile } from '#contract/submissions/submissions.ts'
import { isNotOffered } from '~/api/api-error.ts'
import { may } from '~/api/may.ts'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { CircleX, ImageOff, UserCheck } from 'lucide-react'
import { failuresQuery, rejectedCountQuery, waitingCountQuery } from '~/server/home.functions.ts'

/**
 * What waits for this person: failed layers that nobody sent again, with their reasons, rejected rasters, and for admins
 * the people who wait for approval. Nothing to do shows nothing.
 */
export function NeedsAttention({ me }: { me: Me }) {
  const admin = may(me, listAccounts)
  const personId = admin ? undefined : me.id
  const failures = useQuery({ ...failuresQuery(personId), enabled: may(me, runFile) })
  const rejected = useQuery({ ...rejectedCountQuery(personId), enabled: may(me, runFile) })
  const waiting = useQuery({ ...waitingCountQuery, enabled: admin })
  const jobs = failures.data?.content ?? []
  const people = waiting.data ?? 0
  const rasters = rejected.data ?? 0
  const failed = [failures, rejected, waiting].find(
    ({ error, data }) => error && data === undefined && !isNotOffered(error),
  )
  if (jobs.length === 0 && rasters === 0 && people === 0 && !failed) return null
  const more = (failures.data?.totalElements ?? 0) - jobs.length
  return (
    <Card title="Needs attention">
      {failed && (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} busy={failed.isFetching} />
      )}
      {people > 0 && (
        <p className="flex gap-3">
          <UserCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <Link to="/people" search={{ status: ['waiting'] }} className="text-link hover:underline">
            {people === 1
              ? 'One person is waiting for approval'
              : `${people.toLocaleString('en')} people are waiting for approval`}
          </Link>
        </p>
      )}
      {rasters > 0 && (
        <p className="flex gap-3">
          <ImageOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-error" />
          <Link
            to="/modeling/raster-assets"
            search={{ status: ['rejected'], ...(personId !== undefined && { created_by: [personId] }) }}
            className="text-link hover:underline"
          >
            {rasters === 1
              ? 'One raster was rejected'
              : `${rasters.toLocaleString('en')} rasters were rejected`}
          </Link>
        </p>
      )}
      {jobs.length > 0 && (
        <ul aria-label="Failed layers" className="flex flex-col gap-3">
          {jobs.map((job) => (
            <li key={job.id} className="flex gap-3">
              <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-error" />
              <span className="sr-only">Failed</span>
              <div className="min-w-0">
                <Link
                  to="/modeling/submission/$id"
                  params={{ id: String(job.submission_id) }}
                  className="text-link hover:underline"
                >
                  {runName(job, jobs)}
                </Link>
                {job.reason && <p className="line-clamp-2 break-words text-muted">{job.reason}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p>
          <Link
            to="/modeling/product-catalog"
            search={{
              status: ['failed'],
              has_newer: false,
              sort_order: 'desc',
              ...(personId !== undefined && { app_user_id: [personId] }),
            }}
            className="text-link hover:underline"
          >
            {more.toLocaleString('en')} more
          </Link>
        </p>
      )}
    </Card>
  )
}
