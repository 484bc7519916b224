import { createFileRoute, useRouter } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { AskForMail } from '~/components/accounts/ask-for-mail.tsx'
import { newPasswordCheck } from '~/components/accounts/checks.ts'
import { EntryLinks } from '~/components/accounts/entry-links.tsx'
import { ErrorSummary } from '~/components/accounts/error-summary.tsx'
import { NewPasswordField } from '~/components/accounts/password-field.tsx'
import { tokenSearch } from '~/components/accounts/token-search.ts'
import { useForm } from '~/components/accounts/use-form.ts'
import { useOneTimeToken } from '~/components/accounts/use-one-time-token.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { Button } from '~/components/ui/button.tsx'
import { recoverPassword, requestPasswordRecovery } from '~/server/accounts-entry.functions.ts'

export const Route = createFileRoute('/_public/recover-password')({
  validateSearch: tokenSearch,
  staticData: { name: 'RecoverPassword', title: 'Recover Password', icon: KeyRound },
  component: RecoverPassword,
})

function RecoverPassword() {
  const { token, forget } = useOneTimeToken('/recover-password', Route.useSearch().token)
  return (
    <>
      <h1 className="sr-only">Recover Password</h1>
      {token === undefined ? (
        <AskForMail
          intro="We will email you a link to set a new password."
          button="Send the link"
          send={(email) => requestPasswordRecovery({ data: { email } })}
          next="Open the link within 30 minutes and set a new password."
        />
      ) : (
        <SetPassword token={token} onAnother={forget} />
      )}
      <EntryLinks to={['login']} />
    </>
  )
}

function SetPassword({ token, onAnother }: { token: string; onAnother: () => void }) {
  const router = useRouter()
  const form = useForm({
    checks: { new_password: newPasswordCheck },
    send: ({ new_password }) => recoverPassword({ data: { token, new_password } }),
    onDone: async ({ msg }) => {
      // A session that this browser had is over.
      router.options.context.queryClient.clear()
      showSnackbar({ color: 'success', message: msg })
      await router.navigate({ to: '/login', replace: true })
    },
  })
  const refused = form.errors.others.length > 0
  return (
    <form noValidate method="post" className="flex flex-col gap-4" onSubmit={form.onSubmit}>
      <ErrorSummary {...form} labels={{ new_password: 'New password' }} />
      <p className="text-muted">
        Set a new password. This logs out all devices of your account and revokes its access tokens.
      </p>
      <NewPasswordField name="new_password" label="New password" errors={form.errors} />
      <Button type="submit" busy={form.busy}>
        Set new password
      </Button>
      {refused && (
        <Button variant="secondary" onClick={onAnother}>
          Send a new link
        </Button>
      )}
    </form>
  )
}
