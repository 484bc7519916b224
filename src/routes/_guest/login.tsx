import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { loginFailureMessage } from '~/api/api-error.ts'
import { EntryLinks } from '~/components/accounts/entry-links.tsx'
import { PasswordField } from '~/components/accounts/password-field.tsx'
import { SIGN_IN, useAuthStatus } from '~/components/layout/auth-status.ts'
import { nextTarget } from '~/components/layout/next-target.ts'
import { clearSnackbar, showSnackbar } from '~/components/layout/snackbar-store.ts'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { LogIn } from '~/components/ui/icons.tsx'
import { Input } from '~/components/ui/input.tsx'
import { login, meQuery } from '~/server/accounts.functions.ts'

export const Route = createFileRoute('/_guest/login')({
  validateSearch: z.object({ next: z.string().optional().catch(undefined) }),
  staticData: { name: 'LogIn', title: 'Log In', icon: LogIn },
  component: Login,
})

function Login() {
  const { next } = Route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const attempt = useMutation({
    mutationKey: SIGN_IN,
    mutationFn: async (data: { username: string; password: string }) => {
      await login({ data })
      queryClient.removeQueries()
      await queryClient.fetchQuery(meQuery)
    },
    onSuccess: async () => {
      clearSnackbar()
      await router.navigate({ href: nextTarget(router, next), replace: true })
    },
    onError: async (error) => {
      showSnackbar({ color: 'error', message: loginFailureMessage(error) })
      // Signed in, but without a known person: such a session is ended.
      if (queryClient.getQueryState(meQuery.queryKey))
        await router.navigate({ to: '/logout', search: { next } })
    },
  })
  const status = useAuthStatus()
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        attempt.mutate({ username: form.get('username') as string, password: form.get('password') as string })
      }}
    >
      <h1 className="sr-only">Log In</h1>
      {nextTarget(router, next) !== '/' && (
        <p className="text-center text-muted">Log in to continue to the page you requested.</p>
      )}
      <Field label="Email" required>
        {(control) => (
          <Input
            {...control}
            name="username"
            type="email"
            autoComplete="username"
            maxLength={320}
            autoCapitalize="none"
          />
        )}
      </Field>
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <Button type="submit" busy={status === 'loading'}>
        Log In
      </Button>
      <EntryLinks to={['register', 'recover', 'confirm']} />
    </form>
  )
}
