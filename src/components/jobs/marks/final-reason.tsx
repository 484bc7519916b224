import { Field } from '~/components/ui/fields/field.tsx'
import { Textarea } from '~/components/ui/fields/textarea.tsx'

const REASON_MAX = 500

/** Why the mark 'final' is set or removed, for readers of the history. */
export function FinalReason({
  reason,
  onReason,
  required = false,
  error,
}: {
  reason: string
  onReason: (reason: string) => void
  required?: boolean
  error?: string | undefined
}) {
  return (
    <Field
      label={required ? 'Reason' : 'Reason (optional)'}
      help="Kept in the history of the layer"
      required={required}
      error={error}
    >
      {(control) => (
        <Textarea
          {...control}
          value={reason}
          maxLength={REASON_MAX}
          onChange={(event) => onReason(event.target.value)}
        />
      )}
    </Field>
  )
}
