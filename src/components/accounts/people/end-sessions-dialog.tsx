import type { Account } from '#contract/accounts/people.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { endUserSessions } from '~/server/accounts.functions.ts'
import type { PersonDialogProps } from './person-dialog.tsx'
import { usePersonCall } from './use-person-call.ts'

export function EndSessionsDialog({ account: { id, name, sessions }, onClose }: PersonDialogProps<Account>) {
  const end = usePersonCall(
    () => endUserSessions({ data: { id } }),
    (answer) => {
      onClose()
      showSuccess(answer)
    },
  )
  return (
    <ConfirmDialog
      title={`End the sessions of ${name}`}
      description={`${sessions === 1 ? 'One device is' : `${sessions} devices are`} logged out and must log in again. Unsaved changes there will be lost.`}
      keep="Cancel"
      action="End sessions"
      busy={end.isPending}
      onConfirm={() => end.mutate(undefined)}
      onClose={onClose}
    />
  )
}
