import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'

/** A submission's title, which is required. */
export function TitleField({
  title,
  help,
  className,
  disabled,
  onTitle,
}: {
  title: string
  help?: string
  className?: string
  disabled: boolean
  onTitle: (title: string) => void
}) {
  return (
    <Field
      label="Title"
      help={help}
      className={className}
      error={title.trim() === '' && 'Enter a title for the submission.'}
      required
    >
      {(control) => (
        <Input
          {...control}
          value={title}
          maxLength={200}
          autoComplete="off"
          disabled={disabled}
          onChange={(event) => onTitle(event.target.value)}
        />
      )}
    </Field>
  )
}
