import type { Account } from '#contract/people.ts'
import { showSuccess } from '~/components/layout/snackbar-outcomes.ts'
import { endUserSessions } from '~/server/people.functions.ts'
import { PersonDialog, type PersonDialogProps } from './person-dialog.tsx'
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
    <PersonDialog
      title={`End the sessions of ${name}`}
      description={`${sessions === 1 ? 'One device is' : `${sessions} devices are`} logged out and must log in again. What is not saved there is lost.`}
      button="End sessions"
      danger
      busy={end.isPending}
      onSubmit={() => end.mutate(undefined)}
      onClose={onClose}
    />
  )
}
