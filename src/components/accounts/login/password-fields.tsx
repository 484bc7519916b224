import { useQuery } from '@tanstack/react-query'
import { PASSWORD_MIN } from '#contract/accounts/accounts.ts'
import { useEarlyText, useTextField } from '~/components/form/use-text-field.ts'
import { sessionQuery } from '~/server/accounts.functions.ts'
import { PasswordField } from './password-field.tsx'
import { StrengthMeter } from './strength-meter.tsx'

/** For a field of a form. */
export function CurrentPasswordField({ label }: { label: string }) {
  const { error, control } = useTextField()
  const ref = useEarlyText<HTMLInputElement>()
  return <PasswordField ref={ref} {...control} label={label} error={error} autoComplete="current-password" />
}

/** Shows the rules in advance, and the password's strength while it is typed. */
export function NewPasswordField({
  label,
  personalWords = [],
}: {
  label: string
  personalWords?: readonly string[]
}) {
  const { error, control } = useTextField()
  const { data: session } = useQuery(sessionQuery)
  const ref = useEarlyText<HTMLInputElement>()
  return (
    <PasswordField
      ref={ref}
      {...control}
      label={label}
      error={error}
      autoComplete="new-password"
      help={`At least ${PASSWORD_MIN} characters; 15 or more are better. Several words are easy to remember; digits and symbols are not needed.`}
      below={
        <StrengthMeter
          password={control.value}
          personalWords={[...personalWords, session?.brandName ?? '']}
          rejected={error !== undefined}
        />
      }
    />
  )
}
