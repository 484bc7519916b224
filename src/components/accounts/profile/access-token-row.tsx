import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessToken } from '#contract/accounts/access-tokens.ts'
import { withSnackbar } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { useNowMs } from '~/lib/time/clock.ts'
import { accessTokensQuery, revokeAccessToken } from '~/server/accounts.functions.ts'
import { scopeWords } from './scope-labels.ts'

export function AccessTokenRow({ token }: { token: AccessToken }) {
  const nowMs = useNowMs()
  const expired = nowMs !== null && Date.parse(token.expires_at) <= nowMs
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium break-words">{token.name}</span>
          <span className="font-mono text-xs text-muted">{token.hint}…</span>
          {token.scopes.map((scope) => (
            <Badge key={scope}>{scopeWords[scope].label}</Badge>
          ))}
          {expired && <Badge tone="warning">Expired</Badge>}
        </p>
        <p className="text-xs text-muted">
          {token.last_used_at === null ? (
            'Never used'
          ) : (
            <>
              Used <RelativeTime iso={token.last_used_at} />
              {token.last_used_address && (
                <>
                  {' from '}
                  <span className="font-mono break-all">{token.last_used_address}</span>
                </>
              )}
            </>
          )}
          {' · '}
          {expired ? 'ended' : 'ends'} on{' '}
          <time dateTime={token.expires_at}>{token.expires_at.slice(0, 10)}</time>
        </p>
      </div>
      <Revoke token={token} />
    </li>
  )
}

function Revoke({ token: { id, name } }: { token: AccessToken }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => withSnackbar(revokeAccessToken({ data: { id } })),
    onSuccess: () => setOpen(false),
    onSettled: () => client.invalidateQueries({ queryKey: accessTokensQuery.queryKey }),
  })
  return (
    <>
      <Button variant="secondary" size="small" aria-label={`Revoke ${name}`} onClick={() => setOpen(true)}>
        Revoke
      </Button>
      {open && (
        <ConfirmDialog
          title={`Revoke ‘${name}’`}
          description="Everything that uses this token stops working at once. This cannot be undone."
          action="Revoke token"
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
