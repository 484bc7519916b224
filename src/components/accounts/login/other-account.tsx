import { useAccountChange } from './account-change.ts'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'

/** Asks to reload a page whose session has become another person's, or has ended, in another tab of this browser. */
export function OtherAccount({ id, name }: { id: number; name: string }) {
  const { now, dismiss } = useAccountChange(id)
  if (now === undefined) return null
  return (
    <ConfirmDialog
      title={now ? `${now.name} is logged in now` : 'You are logged out'}
      description={
        now
          ? `Another tab of this browser has changed the account. This page still belongs to ${name} and can save nothing until it is reloaded.`
          : 'The session has ended in another tab of this browser. This page can save nothing until you log in again.'
      }
      keep="Not now"
      action="Reload the page"
      onConfirm={() => location.reload()}
      onClose={dismiss}
    />
  )
}
