import { getRouteApi } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { AskForMail } from './ask-for-mail.tsx'
import { failedChecks, newPasswordCheck } from './checks.ts'
import { EntryLinks } from './entry-links.tsx'
import { linkFailure } from './link-failure.ts'
import { NewPasswordField } from './password-fields.tsx'
import { useOneTimeToken } from './use-one-time-token.ts'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Button } from '~/components/ui/button.tsx'
import { recoverPassword, requestPasswordRecovery } from '~/server/accounts.functions.ts'

const route = getRouteApi('/_public/recover-password')

export function RecoverPasswordPage() {
  const { token, forget } = useOneTimeToken('/recover-password', route.useSearch().token)
  return (
    <>
      <h1 className="sr-only">Recover Password</h1>
      {token === undefined ? (
        <AskForMail
          intro="We will email you a link to set a new password. A link that you already have opens this page again until it expires after 30 minutes."
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
  const { form, others, onSubmit } = useContractForm({
    defaults: { new_password: '' },
    check: (_, values) => failedChecks(values, { new_password: newPasswordCheck }),
    send: async (_, __, { new_password }) => {
      const { msg } = await recoverPassword({ data: { token, new_password } }).catch((error: unknown) => {
        throw linkFailure(error)
      })
      // This browser's session, if any, has ended.
      router.options.context.queryClient.clear()
      showSnackbar({ color: 'success', message: msg })
      await router.navigate({ to: '/login', replace: true })
    },
  })
  return (
    <form noValidate method="post" className="flex flex-col gap-4" onSubmit={onSubmit}>
      <form.AppForm>
        <form.FormProblems labels={{ new_password: 'New password' }} others={others} />
        <p className="text-muted">
          Set a new password. This logs out all devices of your account and revokes its access tokens.
        </p>
        <form.AppField name="new_password">{() => <NewPasswordField label="New password" />}</form.AppField>
        <form.SubmitButton>Set new password</form.SubmitButton>
        {others.length > 0 && (
          <Button variant="secondary" onClick={onAnother}>
            Send a new link
          </Button>
        )}
      </form.AppForm>
    </form>
  )
}
