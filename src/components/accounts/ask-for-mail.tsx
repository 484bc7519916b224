import { type ReactNode, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { emailCheck } from './checks.ts'
import { ErrorSummary } from './error-summary.tsx'
import { Outcome } from './outcome.tsx'
import { EmailField } from './text-field.tsx'
import { useForm } from './use-form.ts'

/** An address and a button that sends an email; the answer is the same for every address. */
export function AskForMail({
  intro,
  button,
  send,
  next,
}: {
  intro: ReactNode
  button: string
  send: (email: string) => Promise<{ msg: string }>
  /** The next step once the email has arrived. */
  next: ReactNode
}) {
  const [sent, setSent] = useState<{ msg: string; email: string }>()
  const form = useForm({
    checks: { email: emailCheck },
    send: ({ email }) => send(email.trim()),
    onDone: ({ msg }, { email }) => setSent({ msg, email: email.trim() }),
  })
  if (sent) {
    return (
      <Outcome kind="mail" title="Check your inbox">
        <p>{sent.msg}</p>
        <p className="break-words text-muted">
          {next} Nothing there for <strong className="font-medium text-text">{sent.email}</strong> after a few
          minutes? Look among the unwanted mail, or check the address.
        </p>
        <Button variant="secondary" onClick={() => setSent(undefined)}>
          Use another address
        </Button>
      </Outcome>
    )
  }
  return (
    <form noValidate method="post" className="flex flex-col gap-4" onSubmit={form.onSubmit}>
      <ErrorSummary {...form} labels={{ email: 'Email' }} />
      <p className="text-muted">{intro}</p>
      <EmailField name="email" label="Email" errors={form.errors} />
      <Button type="submit" busy={form.busy}>
        {button}
      </Button>
    </form>
  )
}
