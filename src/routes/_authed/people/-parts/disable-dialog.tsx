import { useState } from 'react'
import type { Account } from '#contract/people.ts'
import { showFailure } from '~/components/layout/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import { disableUser, enableUser } from '~/server/people.functions.ts'
import { PersonDialog, type PersonDialogProps } from './person-dialog.tsx'
import { usePersonCall } from './use-person-call.ts'

/** Asks for the reason, which the audit keeps; disabling itself can be undone. */
export function DisableDialog({ account: { id, name }, onClose }: PersonDialogProps<Account>) {
  const [reason, setReason] = useState('')
  const undo = usePersonCall(() => enableUser({ data: { id } }))
  const disable = usePersonCall(
    () => disableUser({ data: { id, reason: reason.trim() } }),
    () => {
      onClose()
      const back = () =>
        void undo
          .mutateAsync(undefined)
          .then(() => showSnackbar({ color: 'success', message: `${name} can log in again` }))
          .catch(showFailure)
      showSnackbar({
        color: 'success',
        message: `${name} is disabled`,
        action: { label: 'Undo', onClick: back },
      })
    },
  )
  return (
    <PersonDialog
      title={`Disable ${name}`}
      description="Sessions and access tokens end at once. Submissions, jobs and files stay."
      button="Disable"
      danger
      busy={disable.isPending}
      disabled={reason.trim() === ''}
      onSubmit={() => disable.mutate(undefined)}
      onClose={onClose}
    >
      <Field label="Reason" help="Kept in the audit, for other admins." required>
        {(control) => (
          <Input
            {...control}
            name="reason"
            maxLength={200}
            value={reason}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </PersonDialog>
  )
}
