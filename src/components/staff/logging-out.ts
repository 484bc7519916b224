import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetDrafts } from '~/components/form/kept-draft.ts'
import { forgetRecent } from '~/components/palette/recent-key.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { logout } from '~/server/accounts.functions.ts'
import { notifyTabs } from '~/components/accounts/login/account-change.ts'

const route = getRouteApi('/logout')

export function LoggingOut() {
  const { next } = route.useSearch()
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
