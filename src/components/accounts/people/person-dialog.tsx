import type { ReactNode, SubmitEvent } from 'react'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'

export interface PersonDialogProps<A> {
  account: A
  onClose: () => void
}

/** A form about a person: what will happen, its field, and the button that names it. */
export function PersonDialog({
  title,
  description,
  submit,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  description: ReactNode
  submit: ReactNode
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
        {children}
        <DialogButtons onCancel={onClose}>{submit}</DialogButtons>
      </form>
    </Dialog>
  )
}
