import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { emailCheck, failedChecks, nameCheck, newPasswordCheck } from './checks.ts'
import { EmailField } from './email-field.tsx'
import { EntryLinks } from './entry-links.tsx'
import { Outcome } from './outcome.tsx'
import { NewPasswordField } from './password-fields.tsx'
import { keepTypedEmail, typedEmail } from './typed-email.ts'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { buttonClass } from '~/components/ui/button.tsx'
import { register } from '~/server/accounts.functions.ts'

const labels = { email: 'Email', first_name: 'First name', last_name: 'Last name', password: 'Password' }

const checks = {
  email: emailCheck,
  first_name: nameCheck('first name'),
  last_name: nameCheck('last name'),
  password: newPasswordCheck,
}

export function RegisterPage() {
  const [registered, setRegistered] = useState<string>()
  const [email] = useState(typedEmail)
  const { form, others, onSubmit } = useContractForm({
    defaults: { email, first_name: '', last_name: '', password: '' },
    check: (_, values) => failedChecks(values, checks),
    send: async (_, __, values) => {
      await register({ data: values })
      setRegistered(values.email.trim())
    },
  })
  if (registered !== undefined) return <Registered email={registered} />
  return (
    <>
      <form
        noValidate
        method="post"
        className="flex flex-col gap-4"
        onInput={keepTypedEmail}
        onSubmit={onSubmit}
      >
        <h1 className="sr-only">Register</h1>
        <form.AppForm>
          <form.FormProblems labels={labels} others={others} />
          <form.AppField name="email">
            {() => <EmailField label={labels.email} help="Your work address. We will send a link to it." />}
          </form.AppField>
          <div className="grid gap-4 min-[400px]:grid-cols-2">
            <form.AppField name="first_name">
              {(field) => <field.TextField label={labels.first_name} required autoComplete="given-name" />}
            </form.AppField>
            <form.AppField name="last_name">
              {(field) => <field.TextField label={labels.last_name} required autoComplete="family-name" />}
            </form.AppField>
          </div>
          {/* Facts that others know about a person make a weak password. */}
          <form.Subscribe
            selector={({ values: { email, first_name, last_name } }) => [email, first_name, last_name]}
          >
            {(personalWords) => (
              <form.AppField name="password">
                {() => <NewPasswordField label={labels.password} personalWords={personalWords} />}
              </form.AppField>
            )}
          </form.Subscribe>
          <form.SubmitButton>Register</form.SubmitButton>
        </form.AppForm>
      </form>
      <EntryLinks to={['login', 'confirm']} />
    </>
  )
}

function Registered({ email }: { email: string }) {
  return (
    <Outcome kind="mail" title="Nearly there">
      <ol className="flex list-decimal flex-col gap-2 pl-5">
        <li>
          We have sent a message to <strong className="font-medium break-words">{email}</strong>. Open its
          link to confirm that the address is yours; it works for 24 hours.
        </li>
        <li>
          Then an admin approves your account, unless addresses of your organisation need no approval. You
          will get an email when that is done.
        </li>
        <li>After that you can log in with your email address and password.</li>
      </ol>
      <div className="flex flex-wrap gap-2 *:grow">
        <Link to="/login" className={buttonClass()}>
          Go to Log In
        </Link>
        <Link to="/confirm-email" className={buttonClass({ variant: 'secondary' })}>
          Didn't get the email?
        </Link>
      </div>
    </Outcome>
  )
}
