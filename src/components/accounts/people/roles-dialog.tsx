import { useState } from 'react'
import { ROLES, type Role } from '#contract/endpoint.ts'
import type { Account } from '#contract/accounts/people.ts'
import { roleWords } from '~/components/accounts/role-labels.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Button } from '~/components/ui/button.tsx'
import { setUserRoles } from '~/server/accounts.functions.ts'
import { PersonDialog, type PersonDialogProps } from './person-dialog.tsx'
import { usePersonCall } from './use-person-call.ts'

/** One choice of three: each role may do what the ones before it may. */
export function RolesDialog({ account, onClose }: PersonDialogProps<Account>) {
  const { id, name } = account
  const before = ROLES.filter((role) => account.roles.some((has) => has.name === role))
  const highest = before.at(-1)
  const [role, setRole] = useState<Role | undefined>(highest)
  const undo = usePersonCall(() => setUserRoles({ data: { id, roles: before } }))
  const change = usePersonCall(
    (newRole: Role) => setUserRoles({ data: { id, roles: [newRole] } }),
    () => {
      onClose()
      const back = () =>
        void undo
          .mutateAsync(undefined)
          .then(() =>
            showSnackbar({ color: 'success', message: `The previous role of ${name} was restored` }),
          )
          .catch(showFailure)
      showSnackbar({
        color: 'success',
        message: `The role of ${name} is changed`,
        ...(before.length > 0 && { action: { label: 'Undo', onClick: back } }),
      })
    },
  )
  const lowers = role !== undefined && highest !== undefined && ROLES.indexOf(role) < ROLES.indexOf(highest)
  return (
    <PersonDialog
      title={`Role of ${name}`}
      description={
        lowers
          ? 'A lower role logs the person out everywhere and revokes their access tokens.'
          : 'A higher role takes effect at once; nobody is logged out.'
      }
      submit={
        <Button type="submit" busy={change.isPending} disabled={role === undefined || role === highest}>
          Change role
        </Button>
      }
      onSubmit={(event) => {
        event.preventDefault()
        if (role) change.mutate(role)
      }}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Role</legend>
        {ROLES.map((one) => (
          <label key={one} className="flex cursor-pointer items-start gap-2">
            <input
              type="radio"
              name="role"
              className="mt-0.5 size-4 shrink-0 accent-secondary"
              checked={one === role}
              onChange={() => setRole(one)}
            />
            <span>
              <span className="font-medium">{roleWords[one].label}</span>{' '}
              <span className="text-muted">{roleWords[one].help}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </PersonDialog>
  )
}
