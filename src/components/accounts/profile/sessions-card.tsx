import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '#contract/accounts/sessions.ts'
import { formatDevice, isPhone } from './device-labels.ts'
import { withSnackbar } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Monitor, Smartphone } from 'lucide-react'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { endSession, sessionsQuery } from '~/server/accounts.functions.ts'
import { LogOutEverywhere } from './log-out-everywhere.tsx'

export function SessionsCard() {
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery)
  return (
    <Card title="Where you are logged in" actions={data && <LogOutEverywhere />}>
      {data ? (
        <>
          <ul className="flex flex-col divide-y">
            {data.content.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {data.totalElements > data.content.length && (
            <p className="text-muted">
              The newest {data.content.length} of {data.totalElements} are shown.
            </p>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Card>
  )
}

function SessionRow({ session }: { session: Session }) {
  const client = useQueryClient()
  const device = formatDevice(session.user_agent)
  const end = useMutation({
    mutationFn: () => withSnackbar(endSession({ data: { id: session.id } })),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const Icon = isPhone(session.user_agent) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium break-words" title={session.user_agent ?? undefined}>
            {device}
          </span>
          {session.current && <Badge tone="success">This session</Badge>}
        </p>
        <p className="text-xs text-muted">
          {session.address && <span className="font-mono break-all">{session.address}</span>}
          {session.address && ' · '}used <RelativeTime iso={session.last_used_at} />
          {' · '}logged in <RelativeTime iso={session.created_at} />
        </p>
      </div>
      {!session.current && (
        <Button
          variant="secondary"
          size="small"
          busy={end.isPending}
          aria-label={`Log out ${device}`}
          onClick={() => end.mutate()}
        >
          Log out
        </Button>
      )}
    </li>
  )
}
