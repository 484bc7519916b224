import { getRouteApi } from '@tanstack/react-router'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError, loginFailureMessage } from '~/api/api-error.ts'
import { EntryLinks } from './entry-links.tsx'
import { PasswordField } from './password-field.tsx'
import { forgetTypedEmail, keepTypedEmail, typedEmail } from './typed-email.ts'
import { LOGIN, useAuthStatus } from './auth-status.ts'
import { forgetDrafts } from '~/components/form/kept-draft.ts'
import { notifyTabs } from './account-change.ts'
import { nextTarget } from '~/components/shell/next-target.ts'
import { clearSnackbar, showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { Input } from '~/components/ui/fields/input.tsx'
import { login, meQuery, prepareLogin } from '~/server/accounts.functions.ts'
import { basePath } from '~/lib/base-path.ts'

const route = getRouteApi('/_guest/login')

/** The same for an unknown account, a wrong password and an account that may not log in yet. */
const REJECTED = 'Check the email address and the password.'

interface Wrong {
  username?: string
  password?: string
  /** Why this browser cannot keep a session. */
  browser?: string
  /** The service rejected the last attempt: shows what else a login needs. */
  rejected?: boolean
}

export function LoginPage() {
  const { next } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const attempt = useMutation({
    mutationKey: LOGIN,
    mutationFn: async (data: { username: string; password: string }) => {
      // The web server rejects calls from another origin than its public one, and then nothing is returned.
      if (!(await prepareLogin()))
        throw new ApiError(
          412,
          `No session can begin at ${location.origin}. Open the public address of this site and log in there.`,
        )
      await login({ data })
      queryClient.removeQueries()
      return queryClient.fetchQuery(meQuery)
    },
    onSuccess: async (me) => {
      notifyTabs(me)
      forgetDrafts(me.id)
      clearSnackbar()
      forgetTypedEmail()
      await router.navigate({ href: basePath + nextTarget(router, next), replace: true })
    },
    onError: async (error) => {
      showSnackbar({ color: 'error', message: loginFailureMessage(error) })
      if (error instanceof ApiError && error.status === 400) setWrong({ password: REJECTED, rejected: true })
      if (error instanceof ApiError && error.status === 412) setWrong({ browser: error.detail })
      // Logged in, but without a known person: such a session is ended.
      if (queryClient.getQueryState(meQuery.queryKey))
        await router.navigate({ to: '/logout', search: { next } })
    },
  })
  const status = useAuthStatus()
  const [email] = useState(typedEmail)
  const [wrong, setWrong] = useState<Wrong>({})
  /** An error goes away with the first change of its field; the hint stays. */
  const correct = (event: FormEvent<HTMLFormElement>) => {
    keepTypedEmail(event)
    const { name } = event.target as HTMLInputElement
    const both = wrong.password === REJECTED
    setWrong(({ rejected, ...errors }) => ({ ...(both ? {} : { ...errors, [name]: undefined }), rejected }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = event.currentTarget.elements
    const data = new FormData(event.currentTarget)
    const username = (data.get('username') as string).trim()
    const password = data.get('password') as string
    const missing = {
      username: username === '' ? 'Enter your email address.' : undefined,
      password: password === '' ? 'Enter your password.' : undefined,
    }
    setWrong(missing)
    const first = missing.username ? 'username' : missing.password ? 'password' : undefined
    if (first) (fields.namedItem(first) as HTMLInputElement).focus()
    else attempt.mutate({ username, password })
  }
  return (
    <form noValidate method="post" className="flex flex-col gap-4" onInput={correct} onSubmit={submit}>
      <h1 className="sr-only">Log In</h1>
      {nextTarget(router, next) !== '/' && (
        <p className="text-center text-muted">Log in to continue where you were.</p>
      )}
      <Field label="Email" error={wrong.username} required>
        {(control) => (
          <Input
            {...control}
            name="username"
            defaultValue={email}
            type="email"
            autoComplete="username"
            maxLength={320}
            autoCapitalize="none"
          />
        )}
      </Field>
      <PasswordField
        name="password"
        label="Password"
        error={wrong.password}
        autoComplete="current-password"
      />
      {wrong.browser && <Alert tone="error">{wrong.browser}</Alert>}
      {wrong.rejected && (
        <p className="rounded border bg-sunk p-3 text-muted">
          A new account can log in once its email address is confirmed and, unless your organisation needs no
          approval, an admin has approved it.
        </p>
      )}
      <Button type="submit" busy={status === 'loading'}>
        Log In
      </Button>
      <EntryLinks to={['register', 'recover', 'confirm']} />
    </form>
  )
}
