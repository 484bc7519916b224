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
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <Field label={label} help={help} error={error} required>
      {(control) => (
        <>
          <span className="relative block">
            <Input
              {...control}
              {...props}
              type={visible ? 'text' : 'password'}
              autoCapitalize="none"
              spellCheck={false}
              className="pr-20!"
            />
            <Button
              variant="quiet"
              size="small"
              className="absolute top-0.5 right-0.5"
              onClick={() => setVisible(!visible)}
            >
              <Icon aria-hidden="true" />
              <span aria-hidden="true">{visible ? 'Hide' : 'Show'}</span>
              <span className="sr-only">{`${visible ? 'Hide' : 'Show'} ${label.toLowerCase()}`}</span>
            </Button>
          </span>
          {below}
        </>
      )}
    </Field>
  )
}
