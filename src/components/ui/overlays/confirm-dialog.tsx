import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before something that cannot be undone. Without `action` it only says why that is not possible. */
export function ConfirmDialog({
  title,
  description,
  keep = 'Keep it',
  action,
  busy = false,
  disabled,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  description: ReactNode
  /** The button that changes nothing. */
  keep?: string
  action?: string
  busy?: boolean
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {action === undefined ? 'Close' : keep}
          </Button>
          {action !== undefined && (
            <Button variant="danger" busy={busy} disabled={disabled} onClick={onConfirm}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  )
}
