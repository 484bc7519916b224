import { useState } from 'react'
import { ROLES, type Role } from '#contract/endpoint.ts'
import type { Account } from '#contract/people.ts'
import { roleWords } from '~/components/accounts/role-words.ts'
import { showFailure } from '~/components/layout/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { Checkbox } from '~/components/ui/checkbox.tsx'
import { setUserRoles } from '~/server/people.functions.ts'
import { PersonDialog, type PersonDialogProps } from './person-dialog.tsx'
import { usePersonCall } from './use-person-call.ts'

export function RolesDialog({ account, onClose }: PersonDialogProps<Account>) {
  const { id, name } = account
  const before = ROLES.filter((role) => account.roles.some((has) => has.name === role))
  const [roles, setRoles] = useState<readonly Role[]>(before)
  const undo = usePersonCall(() => setUserRoles({ data: { id, roles: before } }))
  const change = usePersonCall(
    () => setUserRoles({ data: { id, roles: [...roles] } }),
    () => {
      onClose()
      const back = () =>
        void undo
          .mutateAsync(undefined)
          .then(() => showSnackbar({ color: 'success', message: `${name} has the previous roles again` }))
          .catch(showFailure)
      showSnackbar({
        color: 'success',
        message: `The roles of ${name} are changed`,
        ...(before.length > 0 && { action: { label: 'Undo', onClick: back } }),
      })
    },
  )
  const same = roles.length === before.length && roles.every((role) => before.includes(role))
  return (
    <PersonDialog
      title={`Roles of ${name}`}
      description="A change signs the person out everywhere and revokes their access tokens."
      button="Change roles"
      busy={change.isPending}
      disabled={same || roles.length === 0}
      onSubmit={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Roles</legend>
        {ROLES.map((role) => (
          <div key={role} className="flex items-start gap-2">
            <Checkbox
              id={`role-${role}`}
              className="mt-0.5"
              checked={roles.includes(role)}
              onCheckedChange={() =>
                setRoles(ROLES.filter((one) => (one === role ? !roles.includes(one) : roles.includes(one))))
              }
            />
            <label htmlFor={`role-${role}`}>
              <span className="font-medium">{roleWords[role].label}</span>{' '}
              <span className="text-muted">{roleWords[role].help}</span>
            </label>
          </div>
        ))}
      </fieldset>
    </PersonDialog>
  )
}
