import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button.tsx'

/** The end of a dialog's form: Cancel, and its submit button. */
export function DialogButtons({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      {children}
    </div>
  )
}
