import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Card } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { KeySquare } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { accessTokensQuery } from '~/server/accounts.functions.ts'
import { AccessTokenRow } from './access-token-row.tsx'
import { FreshToken } from './fresh-token.tsx'
import { NewAccessToken } from './new-access-token.tsx'

export function AccessTokensCard() {
  const { data, error, refetch, isFetching } = useQuery(accessTokensQuery)
  // The only place that holds the token itself; it disappears with the screen.
  const [fresh, setFresh] = useState<{ name: string; token: string }>()
  return (
    <Card
      title="Personal access tokens"
      help={<HelpLink topic="access-tokens" />}
      actions={<NewAccessToken onCreated={setFresh} />}
    >
      {fresh && <FreshToken key={fresh.token} {...fresh} onDone={() => setFresh(undefined)} />}
      {data && data.content.length > 0 ? (
        <ul className="flex flex-col divide-y">
          {data.content.map((token) => (
            <AccessTokenRow key={token.id} token={token} />
          ))}
        </ul>
      ) : data ? (
        <EmptyState icon={KeySquare} title="No access tokens" className="py-6!">
          A token lets a script, R, Python or QGIS work on your behalf without your password.
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Card>
  )
}
