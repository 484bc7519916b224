import { useState } from 'react'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { FinalReason } from '~/components/jobs/marks/final-reason.tsx'
import type { Marking } from '~/components/jobs/marks/marking.ts'
import { Button } from '~/components/ui/button.tsx'
import { Star, StarOff } from 'lucide-react'
import { Popover } from '~/components/ui/overlays/popover.tsx'

/** Sets or removes the mark, with an optional reason; setting it names the job that is final now, and failed checks. */
export function FinalButton({
  report,
  busy,
  onMark,
}: {
  report: JobReport
  busy: boolean
  onMark: (marking: Marking) => void
}) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  if (!report.final) {
    return (
      <Button
        variant="secondary"
        busy={busy}
        onClick={() => onMark({ jobs: [report], final: true, ask: true })}
      >
        <Star aria-hidden="true" />
        Mark as final
      </Button>
    )
  }
  const label = 'Remove final'
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary" busy={busy}>
          <StarOff aria-hidden="true" />
          {label}
        </Button>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(false)
          setReason('')
          onMark({ jobs: [report], final: false, reason })
        }}
      >
        <FinalReason reason={reason} onReason={setReason} />
        <Button type="submit" className="self-start">
          {label}
        </Button>
      </form>
    </Popover>
  )
}
