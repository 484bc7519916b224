import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'
import { forgetDrafts } from '~/components/form/kept-draft.ts'
import { notifyTabs } from '~/components/accounts/login/account-change.ts'
import { forgetRecent } from '~/components/palette/recent-key.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { LogOut } from 'lucide-react'
import { lenient } from '~/lib/lenient.ts'
import { logout } from '~/server/accounts.functions.ts'

/** Opening the page changes nothing by itself: the page sends the POST, so an image on another site cannot. */
export const Route = createFileRoute('/logout')({
  /** Where to return after logging in again, if the logout was involuntary. */
  validateSearch: z.object({ next: lenient(z.string()) }),
  staticData: { name: 'LogOut', title: 'Log Out', icon: LogOut },
  beforeLoad: ({ context, search: { next } }) => {
    if (!context.session.loggedIn) throw redirect({ to: '/login', search: { next } })
  },
  component: LoggingOut,
})

function LoggingOut() {
  const { next } = Route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    void logout()
      .catch(showFailure)
      .then(async () => {
        notifyTabs(null)
        queryClient.removeQueries()
        forgetRecent()
        // A session that ends by itself leaves them for the next login.
        if (next === undefined) forgetDrafts()
        await router.navigate({ to: '/login', search: { next }, replace: true })
      })
  }, [router, queryClient, next])
  return null
}
