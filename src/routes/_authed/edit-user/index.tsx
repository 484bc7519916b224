import { createFileRoute } from '@tanstack/react-router'
import { runFile } from '#contract/submissions.ts'
import { may } from '~/api/may.ts'
import { warm } from '~/components/data-table/warm.ts'
import { Page } from '~/components/layout/page.tsx'
import { UserRound } from 'lucide-react'
import { accessTokensQuery } from '~/server/access-tokens.functions.ts'
import { sessionsQuery } from '~/server/accounts-profile.functions.ts'
import { AccessTokensCard } from './-parts/access-tokens-card.tsx'
import { NameCard } from './-parts/name-card.tsx'
import { NotificationsCard } from './-parts/notifications-card.tsx'
import { PasswordCard } from './-parts/password-card.tsx'
import { SessionsCard } from './-parts/sessions-card.tsx'

export const Route = createFileRoute('/_authed/edit-user/')({
  staticData: { name: 'EditUser', title: 'Profile', icon: UserRound, breadcrumbs: ['Account', 'Profile'] },
  loader: ({ context: { queryClient } }) =>
    warm(queryClient.prefetchQuery(sessionsQuery), queryClient.prefetchQuery(accessTokensQuery)),
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
