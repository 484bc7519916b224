import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'

export interface PersonDialogProps<A> {
  account: A
  onClose: () => void
}

/** A confirmation about a person: what will happen, possibly a field, and the button that names it. */
export function PersonDialog({
  title,
  description,
  button,
  danger = false,
  busy,
  disabled,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  description: ReactNode
  button: string
  danger?: boolean
  busy: boolean
  disabled?: boolean
  onSubmit: () => void
  onClose: () => void
  children?: ReactNode
}) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <PersonForm onSubmit={onSubmit}>
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
            {button}
          </Button>
        </div>
      </PersonForm>
    </Dialog>
  )
}

/** Focuses the field, if there is one, instead of the close button. */
function PersonForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, [role=checkbox]')?.focus(), [])
  return (
    <form
      ref={form}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
