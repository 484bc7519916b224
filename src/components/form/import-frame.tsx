import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { UploadProgress } from './upload-progress.tsx'

/** An import form: its fields, the progress of its file, the verdict, and two buttons: import, or only check. */
export function ImportFrame({
  label,
  words,
  fraction,
  inspected,
  onCancel,
  verdict,
  onSend,
  children,
}: {
  label?: string
  words: { checking: string; check: string; submit: string }
  fraction: number | null
  /** How much of the file the service has inspected, if it says so. */
  inspected?: number | null
  /** None: it cannot be cancelled. */
  onCancel?: () => void
  verdict: ReactNode
  onSend: (check: boolean) => void
  children: ReactNode
}) {
  const busy = fraction !== null
  return (
    <form
      noValidate
      aria-label={label}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSend(false)
      }}
    >
      {children}
      <UploadProgress fraction={fraction} checking={words.checking} checked={inspected} />
      {verdict}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {words.submit}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={() => onSend(true)}>
          {words.check}
        </Button>
        {busy && onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
