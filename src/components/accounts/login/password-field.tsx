import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { Eye, EyeOff } from 'lucide-react'
import { Input } from '~/components/ui/fields/input.tsx'

interface Props {
  label: string
  autoComplete: 'current-password' | 'new-password'
  help?: ReactNode
  error?: string
  below?: ReactNode
}

export function PasswordField({
  label,
  help,
  error,
  below,
  ...props
}: Props & Omit<ComponentProps<'input'>, 'id' | 'type' | keyof Props>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} help={help} error={error} required>
      {(control) => (
        <>
          <span className="relative block">
            <Input
              {...control}
              {...props}
              type={shown ? 'text' : 'password'}
              autoCapitalize="none"
              spellCheck={false}
              className="pr-20!"
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
