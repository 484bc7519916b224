import { Link, createFileRoute } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { emailCheck, nameCheck, newPasswordCheck } from '~/components/accounts/checks.ts'
import { EntryLinks } from '~/components/accounts/entry-links.tsx'
import { ErrorSummary } from '~/components/accounts/error-summary.tsx'
import { Outcome } from '~/components/accounts/outcome.tsx'
import { NewPasswordField } from '~/components/accounts/password-field.tsx'
import { EmailField, TextField } from '~/components/accounts/text-field.tsx'
import { useForm } from '~/components/accounts/use-form.ts'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { register } from '~/server/accounts-entry.functions.ts'

export const Route = createFileRoute('/_guest/register')({
  staticData: { name: 'Register', title: 'Register', icon: UserPlus },
  component: Register,
})

const labels = { email: 'Email', first_name: 'First name', last_name: 'Last name', password: 'Password' }

function Register() {
  const [registered, setRegistered] = useState<string>()
  const [known, setKnown] = useState<Record<string, string>>({})
  const form = useForm({
    checks: {
      email: emailCheck,
      first_name: nameCheck('first name'),
      last_name: nameCheck('last name'),
      password: newPasswordCheck,
    },
    send: (values) => register({ data: values }),
    onDone: (_, { email }) => setRegistered(email.trim()),
  })
  /** What others know of a person makes a weak password. */
  const learn = ({ target: { name, value } }: ChangeEvent<HTMLInputElement>) =>
    setKnown((before) => ({ ...before, [name]: value }))
  if (registered !== undefined) return <Registered email={registered} />
  return (
    <>
      <form noValidate method="post" className="flex flex-col gap-4" onSubmit={form.onSubmit}>
        <h1 className="sr-only">Register</h1>
        <ErrorSummary {...form} labels={labels} />
        <EmailField
          name="email"
          label={labels.email}
          help="Your work address. We will send a link to it."
          onChange={learn}
          errors={form.errors}
        />
        <div className="grid gap-4 min-[400px]:grid-cols-2">
          <TextField
            name="first_name"
            label={labels.first_name}
            autoComplete="given-name"
            onChange={learn}
            errors={form.errors}
          />
          <TextField
            name="last_name"
            label={labels.last_name}
            autoComplete="family-name"
            onChange={learn}
            errors={form.errors}
          />
        </div>
        <NewPasswordField
          name="password"
          label={labels.password}
          known={Object.values(known)}
          errors={form.errors}
        />
        <Button type="submit" busy={form.busy}>
          Register
        </Button>
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
          Then an administrator lets you in, unless your organisation has said that its addresses need no one
          for that. You get a message when it is done.
        </li>
        <li>After that you can log in with your email address and password.</li>
      </ol>
      <div className="flex flex-wrap gap-2">
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
