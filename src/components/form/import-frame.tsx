import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { UploadProgress } from './upload-progress.tsx'

/** An import form: its fields, the progress of its file, the verdict, and two buttons: import, or only check. */
export function ImportFrame({
  label,
  words,
  sent,
  verdict,
  onSend,
  children,
}: {
  label?: string
  words: { checking: string; check: string; submit: string }
  sent: number | null
  verdict: ReactNode
  onSend: (check: boolean) => void
  children: ReactNode
}) {
  const busy = sent !== null
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
      <UploadProgress sent={sent} checking={words.checking} />
      {verdict}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {words.submit}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={() => onSend(true)}>
          {words.check}
        </Button>
      </div>
    </form>
  )
}
