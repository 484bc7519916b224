import { type ReactNode, useState } from 'react'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { emailCheck, failedChecks } from './checks.ts'
import { EmailField } from './email-field.tsx'
import { Outcome } from './outcome.tsx'
import { keepTypedEmail, typedEmail } from './typed-email.ts'

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
  const [receipt, setReceipt] = useState<{ msg: string; email: string }>()
  const [email] = useState(typedEmail)
  const { form, others, onSubmit } = useContractForm({
    defaults: { email },
    check: (_, values) => failedChecks(values, { email: emailCheck }),
    send: async (_, __, values) => {
      const address = values.email.trim()
      const { msg } = await send(address)
      setReceipt({ msg, email: address })
    },
  })
  if (receipt) {
    return (
      <Outcome kind="mail" title="Check your inbox">
        <p>{receipt.msg}</p>
        <p className="break-words text-muted">
          {next} Nothing at <strong className="font-medium text-text">{receipt.email}</strong> after a few
          minutes? Check the spam folder and the spelling of the address.
        </p>
        <Button variant="secondary" onClick={() => setReceipt(undefined)}>
          Use another address
        </Button>
      </Outcome>
    )
  }
  return (
    <form
      noValidate
      method="post"
      className="flex flex-col gap-4"
      onInput={keepTypedEmail}
      onSubmit={onSubmit}
    >
      <form.AppForm>
        <form.FormProblems labels={{ email: 'Email' }} others={others} />
        <p className="text-muted">{intro}</p>
        <form.AppField name="email">{() => <EmailField label="Email" />}</form.AppField>
        <form.SubmitButton>{button}</form.SubmitButton>
      </form.AppForm>
    </form>
  )
}
