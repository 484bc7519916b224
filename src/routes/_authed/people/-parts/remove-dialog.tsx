import type { Account } from '#contract/people.ts'
import { showSuccess } from '~/components/layout/snackbar-outcomes.ts'
import { removeUser } from '~/server/people.functions.ts'
import { PersonDialog, type PersonDialogProps } from './person-dialog.tsx'
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
    <PersonDialog
      title={`Remove the registration of ${name}`}
      description={`${email} was never approved. The account is deleted permanently; the person can register again.`}
      button="Remove registration"
      danger
      busy={remove.isPending}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
