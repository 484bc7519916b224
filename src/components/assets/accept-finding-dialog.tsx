import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
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
  const { accept } = useFindingActions(assetId)
  const { form, others, onSubmit } = useContractForm({
    defaults: { reason: '' },
    check: ({ reason }) => (reason === undefined ? { reason: 'Say why the warning does not matter.' } : {}),
    send: async (_body, _more, { reason }) => {
      await accept.mutateAsync({ code, band, reason: reason.trim() })
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Accept the warning" description={message}>
      <form noValidate aria-label="Accept the warning" className="flex flex-col gap-3" onSubmit={onSubmit}>
        <form.AppForm>
          <form.FormProblems
            labels={{ reason: 'Reason' }}
            others={others}
            record={`${assetId} ${code} ${band}`}
          />
          <form.AppField name="reason">
            {(field) => (
              <field.TextAreaField
                label="Reason"
                help="Everyone who opens this asset sees it."
                maxLength={500}
                required
              />
            )}
          </form.AppField>
          <DialogButtons onCancel={onClose}>
            <form.SubmitButton>Accept the warning</form.SubmitButton>
          </DialogButtons>
        </form.AppForm>
      </form>
    </Dialog>
  )
}
