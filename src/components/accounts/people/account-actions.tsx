import { useState } from 'react'
import type { Account } from '#contract/accounts/people.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Button } from '~/components/ui/button.tsx'
import { Ellipsis, LogOut, ShieldCheck, UserCheck, UserMinus, UserX, UsersRound } from 'lucide-react'
import { Menu, MenuItem, MenuSeparator } from '~/components/ui/overlays/menu.tsx'
import { enableUser } from '~/server/accounts.functions.ts'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { usePersonCall } from './use-person-call.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { DisableDialog } from './disable-dialog.tsx'

const dialogs = {
  roles: RolesDialog,
  sessions: EndSessionsDialog,
  handOver: HandOverDialog,
  disable: DisableDialog,
  remove: RemoveDialog,
} as const

/** All actions of an admin on an account; those that its status does not allow are omitted. */
export function AccountActions({ account, isMe }: { account: Account; isMe: boolean }) {
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const { id, name, status } = account
  const enable = usePersonCall(
    () => enableUser({ data: { id } }),
    () => showSnackbar({ color: 'success', message: `${name} can log in again` }),
  )
  const Opened = open && dialogs[open]
  const isMember = status === 'active' || status === 'disabled'
  const hasWork = account.submissions > 0
  const items = [
    status === 'active' && { key: 'roles', label: 'Change role', icon: ShieldCheck },
    account.sessions > 0 && !isMe && { key: 'sessions', label: 'End sessions', icon: LogOut },
    isMember && hasWork && { key: 'handOver', label: 'Hand over submissions', icon: UsersRound },
  ].filter((item) => item !== false)
  const last = isMe
    ? false
    : status === 'active'
      ? { key: 'disable', label: 'Disable', icon: UserMinus }
      : status !== 'disabled' && { key: 'remove', label: 'Remove registration', icon: UserX }
  if (items.length === 0 && !last && status !== 'disabled') return null
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        trigger={
          <Button variant="quiet" size="smallIcon" aria-label={`Actions for ${name}`}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        {items.map(({ key, label, icon: Icon }) => (
          <MenuItem key={key} onSelect={() => setOpen(key as keyof typeof dialogs)}>
            <Icon aria-hidden="true" />
            {label}
          </MenuItem>
        ))}
        {status === 'disabled' && (
          <MenuItem disabled={enable.isPending} onSelect={() => enable.mutate(undefined)}>
            <UserCheck aria-hidden="true" />
            Enable again
          </MenuItem>
        )}
        {last && (
          <>
            {items.length > 0 && <MenuSeparator />}
            <MenuItem className="text-error" onSelect={() => setOpen(last.key as keyof typeof dialogs)}>
              <last.icon aria-hidden="true" />
              {last.label}
            </MenuItem>
          </>
        )}
      </Menu>
      {Opened && <Opened account={account} onClose={() => setOpen(undefined)} />}
    </>
  )
}
