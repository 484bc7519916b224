import { createFileRoute } from '@tanstack/react-router'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { UserRound } from 'lucide-react'
import { accessTokensQuery, sessionsQuery } from '~/server/accounts.functions.ts'
import { ProfilePage } from '~/components/accounts/profile/profile-page.tsx'

export const Route = createFileRoute('/_authed/edit-user/')({
  staticData: { name: 'EditUser', title: 'Profile', icon: UserRound, breadcrumbs: ['Account', 'Profile'] },
  loader: ({ context: { queryClient } }) =>
    prefetchOnServer(queryClient.prefetchQuery(sessionsQuery), queryClient.prefetchQuery(accessTokensQuery)),
  component: ProfilePage,
})
