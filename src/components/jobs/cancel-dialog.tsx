import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { jobsInWords } from './jobs-in-words.ts'

export function CancelDialog({
  count,
  busy,
  onConfirm,
  onClose,
}: {
  count: number
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Cancel ${jobsInWords(count)}`}
      description={
        count === 1
          ? 'What it has computed so far is lost. Its submission can be run again.'
          : 'What they have computed so far is lost. Their submissions can be run again.'
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {count === 1 ? 'Let it run' : 'Let them run'}
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            Cancel {jobsInWords(count)}
          </Button>
        </>
      }
    />
  )
}
