import type { Account } from '#contract/accounts/people.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { removeUser } from '~/server/accounts.functions.ts'
import type { PersonDialogProps } from './person-dialog.tsx'
import { usePersonCall } from './use-person-call.ts'

export function RemoveDialog({ account: { id, name, email }, onClose }: PersonDialogProps<Account>) {
  const remove = usePersonCall(
    () => removeUser({ data: { id } }),
    (answer) => {
      onClose()
      showSuccess(answer)
    },
  )
  return (
    <ConfirmDialog
      title={`Remove the registration of ${name}`}
      description={`${email} was never approved. The account is deleted permanently; the person can register again.`}
      keep="Cancel"
      action="Remove registration"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
