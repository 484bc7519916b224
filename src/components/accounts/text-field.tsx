import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import type { FormErrors } from './form-errors.ts'

interface Props {
  name: string
  label: string
  help?: ReactNode
  errors: FormErrors
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void
}

export function TextField({
  name,
  label,
  help,
  errors,
  ...props
}: Props & Omit<ComponentProps<'input'>, 'id' | keyof Props>) {
  return (
    <Field label={label} help={help} error={errors.fields[name]} required>
      {(control) => <Input {...control} {...props} name={name} />}
    </Field>
  )
}

export function EmailField(props: Props) {
  return (
    <TextField
      {...props}
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={320}
    />
  )
}
