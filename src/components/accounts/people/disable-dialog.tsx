import { type Account, disableUser as endpoint } from '#contract/accounts/people.ts'
import { rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { disableUser, enableUser } from '~/server/accounts.functions.ts'
import { PersonDialog, type PersonDialogProps } from './person-dialog.tsx'
import { usePersonCall, useRefetchPeople } from './use-person-call.ts'

/** Asks for the reason, which the audit keeps; disabling itself can be undone. */
export function DisableDialog({ account: { id, name }, onClose }: PersonDialogProps<Account>) {
  const undo = usePersonCall(() => enableUser({ data: { id } }))
  const refetch = useRefetchPeople()
  const { form, others, onSubmit } = useContractForm({
    defaults: { reason: '' },
    check: (body) => rejectedFields(endpoint.body, body),
    send: async (_, __, { reason }) => {
      await disableUser({ data: { id, reason: reason.trim() } }).finally(() => void refetch())
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
  })
  return (
    <form.AppForm>
      <PersonDialog
        title={`Disable ${name}`}
        description="Sessions and access tokens end at once. Submissions, jobs and files stay."
        submit={<form.SubmitButton danger>Disable</form.SubmitButton>}
        onSubmit={onSubmit}
        onClose={onClose}
      >
        <form.FormProblems labels={{ reason: 'Reason' }} others={others} record={id} />
        <form.AppField name="reason">
          {(field) => (
            <field.TextField
              label="Reason"
              help="Kept in the audit, for other admins."
              required
              maxLength={200}
              autoComplete="off"
            />
          )}
        </form.AppField>
      </PersonDialog>
    </form.AppForm>
  )
}
