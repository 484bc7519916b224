import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PASSWORD_MIN } from '#contract/accounts.ts'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import type { FormErrors } from './form-errors.ts'
import { StrengthMeter } from './strength-meter.tsx'

interface Props {
  name: string
  label: string
  errors: FormErrors
  help?: ReactNode
}

export function PasswordField({
  name,
  label,
  errors,
  help,
  autoComplete,
  onText,
  below,
}: Props & {
  autoComplete: 'current-password' | 'new-password'
  onText?: (text: string) => void
  below?: ReactNode
}) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} help={help} error={errors.fields[name]} required>
      {(control) => (
        <>
          <span className="relative block">
            <Input
              {...control}
              name={name}
              type={shown ? 'text' : 'password'}
              autoComplete={autoComplete}
              autoCapitalize="none"
              spellCheck={false}
              className="pr-20!"
              onChange={(event) => onText?.(event.target.value)}
            />
            <Button
              variant="quiet"
              size="small"
              className="absolute top-0.5 right-0.5"
              onClick={() => setShown(!shown)}
            >
              <Icon aria-hidden="true" />
              <span aria-hidden="true">{shown ? 'Hide' : 'Show'}</span>
              <span className="sr-only">{`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}</span>
            </Button>
          </span>
          {below}
        </>
      )}
    </Field>
  )
}

/** Shows the rules in advance, and the password's strength while it is typed. */
export function NewPasswordField({ known = [], ...props }: Props & { known?: readonly string[] }) {
  const [text, setText] = useState('')
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      help={`At least ${PASSWORD_MIN} characters, better 15. Several words are easy to remember; digits and signs are not needed.`}
      onText={setText}
      below={<StrengthMeter password={text} known={known} />}
    />
  )
}
