import { Field } from '~/components/ui/fields/field.tsx'
import { Textarea } from '~/components/ui/fields/textarea.tsx'

const REASON_MAX = 500

/** Why the mark 'final' is set or removed, for readers of the history. */
export function FinalReason({ reason, onReason }: { reason: string; onReason: (reason: string) => void }) {
  return (
    <Field label="Reason (optional)" help="Kept in the history of the layer">
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
