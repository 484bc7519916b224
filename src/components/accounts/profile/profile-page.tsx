import { getRouteApi } from '@tanstack/react-router'
import { runFile } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { Page } from '~/components/shell/page.tsx'
import { AccessTokensCard } from './access-tokens-card.tsx'
import { NameCard } from './name-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

const route = getRouteApi('/_authed/edit-user/')

export function ProfilePage() {
  const { me } = route.useRouteContext()
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
