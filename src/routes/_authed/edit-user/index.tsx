import { createFileRoute } from '@tanstack/react-router'
import { runFile } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Page } from '~/components/shell/page.tsx'
import { UserRound } from 'lucide-react'
import { accessTokensQuery, sessionsQuery } from '~/server/accounts.functions.ts'
import { AccessTokensCard } from '~/components/accounts/profile/access-tokens-card.tsx'
import { NameCard } from '~/components/accounts/profile/name-card.tsx'
import { NotificationsCard } from '~/components/accounts/profile/notifications-card.tsx'
import { PasswordCard } from '~/components/accounts/profile/password-card.tsx'
import { SessionsCard } from '~/components/accounts/profile/sessions-card.tsx'

export const Route = createFileRoute('/_authed/edit-user/')({
  staticData: { name: 'EditUser', title: 'Profile', icon: UserRound, breadcrumbs: ['Account', 'Profile'] },
  loader: ({ context: { queryClient } }) =>
    prefetchOnServer(queryClient.prefetchQuery(sessionsQuery), queryClient.prefetchQuery(accessTokensQuery)),
  component: EditUser,
})

function EditUser() {
  const { me } = Route.useRouteContext()
  return (
    <Page title="Profile" className="max-w-form">
      <NameCard me={me} />
      <PasswordCard me={me} />
      {may(me, runFile) && <NotificationsCard />}
      <SessionsCard />
      <AccessTokensCard />
    </Page>
  )
}
