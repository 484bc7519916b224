import { getRouteApi } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError, failureMessage } from '~/api/api-error.ts'
import { AskForMail } from './ask-for-mail.tsx'
import { EntryLinks } from './entry-links.tsx'
import { linkFailure } from './link-failure.ts'
import { Outcome } from './outcome.tsx'
import { useOneTimeToken } from './use-one-time-token.ts'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { confirmEmail, requestEmailConfirmation } from '~/server/accounts.functions.ts'

const route = getRouteApi('/_public/confirm-email')

export function EmailConfirmationPage() {
  const { token, clear, forget } = useOneTimeToken('/confirm-email', route.useSearch().token)
  if (token !== undefined) return <Confirm key={token} token={token} onUsed={clear} onAnother={forget} />
  return (
    <>
      <h1 className="sr-only">Email Confirmation</h1>
      <AskForMail
        intro="Didn't get the confirmation email, or has its link expired? We can send it again."
        button="Send it again"
        send={(email) => requestEmailConfirmation({ data: { email } })}
        next="Open the link within 24 hours; older links no longer work."
      />
      <EntryLinks to={['login', 'register']} />
    </>
  )
}

/** Confirming takes a click: programs that open every link in a message must not use up the token. */
function Confirm({ token, onUsed, onAnother }: { token: string; onUsed: () => void; onAnother: () => void }) {
  const attempt = useMutation({ mutationFn: () => confirmEmail({ data: { token } }), onSuccess: onUsed })
  if (attempt.isSuccess) {
    return (
      <Outcome kind="done" title="Confirmed">
        <p>{attempt.data.msg}</p>
        <Link to="/login" className={buttonClass()}>
          Go to Log In
        </Link>
      </Outcome>
    )
  }
  if (attempt.isError) {
    const used = attempt.error instanceof ApiError && attempt.error.status === 400
    return (
      <Outcome kind="failed" title="Not confirmed">
        <p role="alert">{failureMessage(linkFailure(attempt.error))}</p>
        <p className="text-muted">
          A link works once, for 24 hours; a newer link replaces an older one. If your address is already
          confirmed, you have nothing else to do here.
        </p>
        <div className="flex flex-wrap gap-2 *:grow">
          <Button onClick={onAnother}>Send a new link</Button>
          {!used && (
            <Button variant="secondary" onClick={() => attempt.mutate()}>
              Try again
            </Button>
          )}
        </div>
        <EntryLinks to={['login']} />
      </Outcome>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-center text-lg font-semibold">Confirm your email address</h1>
      <p className="text-muted">Click once to prove that the address is yours.</p>
      <Button busy={attempt.isPending} onClick={() => attempt.mutate()}>
        Confirm my email
      </Button>
    </div>
  )
}
