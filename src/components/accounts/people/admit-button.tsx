import { ROLES, type Role } from '#contract/endpoint.ts'
import type { Account } from '#contract/accounts/people.ts'
import { roleWords } from '~/components/accounts/role-labels.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Button } from '~/components/ui/button.tsx'
import { ChevronDown } from 'lucide-react'
import { Menu, MenuItem, MenuLabel } from '~/components/ui/overlays/menu.tsx'
import { admitUser } from '~/server/accounts.functions.ts'
import { usePersonCall } from './use-person-call.ts'

/** Approves a waiting person with the chosen role. */
export function AdmitButton({ account: { id, name } }: { account: Account }) {
  const admit = usePersonCall(
    (role: Role) => admitUser({ data: { id, role } }),
    ({ roles }) =>
      showSnackbar({
        color: 'success',
        message: `${name} was approved as ${roles.map((role) => role.name).join(', ')} and gets a message`,
      }),
  )
  return (
    <Menu
      label={`Approve ${name}`}
      align="start"
      trigger={
        <Button
          variant="secondary"
          size="tiny"

          busy={admit.isPending}
          aria-label={`Approve ${name}`}
        >
          Approve
          <ChevronDown aria-hidden="true" className="size-3.5!" />
        </Button>
      }
    >
      <MenuLabel>Approve as</MenuLabel>
      {ROLES.map((role) => (
        <MenuItem key={role} onSelect={() => admit.mutate(role)}>
          <span>{roleWords[role].label}</span>
          <span className="text-xs text-muted">{roleWords[role].help}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
