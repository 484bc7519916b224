import { type ComponentProps, type ReactNode, useId } from 'react'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { Input } from '~/components/ui/fields/input.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { Textarea } from '~/components/ui/fields/textarea.tsx'
import { useFieldContext } from './form-context.ts'
import { useEarlyText, useTextField } from './use-text-field.ts'

interface LabelProps {
  label: string
  help?: ReactNode
  required?: boolean
  className?: string
}
type Own = 'name' | 'value' | 'onChange' | 'onBlur' | 'id' | 'required' | 'className'

export function TextField({
  label,
  help,
  required,
  className,
  suggestions,
  ...props
}: LabelProps & {
  /** Other values may be typed. */
  suggestions?: readonly string[]
} & Omit<ComponentProps<'input'>, Own | 'list'>) {
  const { error, control } = useTextField()
  const early = useEarlyText<HTMLInputElement>()
  return (
    <Field label={label} help={help} error={error} required={required} className={className}>
      {(tied) => (
        <>
          <Input
            ref={early}
            {...props}
            {...tied}
            {...control}
            list={suggestions && `${tied.id}-list`}
            autoComplete={suggestions ? 'off' : props.autoComplete}
          />
          {suggestions && (
            <datalist id={`${tied.id}-list`}>
              {suggestions.map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

/** The error of a field with its own control. The summary of problems leads here. */
export function FieldError() {
  const { name, state } = useFieldContext<unknown>()
  const [error] = state.meta.errors as (string | undefined)[]
  return error === undefined ? null : (
    <p id={name} tabIndex={-1} className="text-xs text-error">
      {error}
    </p>
  )
}

/** A boolean field. */
export function CheckField({ label, help, className }: Omit<LabelProps, 'required'>) {
  const field = useFieldContext<boolean>()
  const id = useId()
  return (
    <div className={className}>
      <div className="flex min-h-9 items-center gap-2">
        <Checkbox
          id={id}
          checked={field.state.value}
          aria-describedby={help ? `${id}-help` : undefined}
          onCheckedChange={(checked) => field.handleChange(checked === true)}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      )}
    </div>
  )
}

export function TextAreaField({
  label,
  help,
  required,
  className,
  ...props
}: LabelProps & Omit<ComponentProps<'textarea'>, Own>) {
  const { error, control } = useTextField()
  const early = useEarlyText<HTMLTextAreaElement>()
  return (
    <Field label={label} help={help} error={error} required={required} className={className}>
      {(tied) => <Textarea ref={early} {...props} {...tied} {...control} />}
    </Field>
  )
}

export function SelectField({
  label,
  help,
  required,
  className,
  options,
  ...props
}: LabelProps &
  Omit<ComponentProps<'select'>, Own> & { options: readonly { value: string; label: string }[] }) {
  const { error, control } = useTextField()
  return (
    <Field label={label} help={help} error={error} required={required} className={className}>
      {(tied) => (
        <Select {...props} {...tied} {...control}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
