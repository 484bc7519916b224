import { type FormEvent, useState } from 'react'
import type { RasterFinding } from '#contract/asset-findings.ts'
import { failureMessage } from '~/api/api-error.ts'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Textarea } from '~/components/ui/textarea.tsx'
import { useFindingActions } from './use-finding-actions.ts'

/** Asks why a warning does not matter. */
export function AcceptFindingDialog({
  assetId,
  code,
  finding: { band, message },
  onClose,
}: {
  assetId: number
  code: string
  finding: RasterFinding
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { accept } = useFindingActions(assetId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') setProblem('Say why the warning does not matter.')
    else accept.mutate({ code, band, reason: reason.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Accept the warning" description={message}>
      <form noValidate aria-label="Accept the warning" className="flex flex-col gap-3" onSubmit={submit}>
        {accept.isError && <Alert tone="error">{failureMessage(accept.error)}</Alert>}
        <Field label="Reason" help="Everyone who opens this asset sees it." error={problem} required>
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={500}
              onChange={(event) => {
                setReason(event.target.value)
                setProblem(undefined)
              }}
            />
          )}
        </Field>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" busy={accept.isPending}>
            Accept the warning
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
