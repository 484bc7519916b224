import { useState } from 'react'
import type { JobReport } from '#contract/job-shapes.ts'
import { FinalReason } from '~/components/jobs/final-reason.tsx'
import type { Marking } from '~/components/jobs/mark-final.ts'
import { Button } from '~/components/ui/button.tsx'
import { Star, StarOff } from '~/components/ui/icons.tsx'
import { Popover } from '~/components/ui/popover.tsx'

/** Sets or removes the mark, with an optional reason. */
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
  const label = report.final ? 'Remove final' : 'Mark as final'
  const Icon = report.final ? StarOff : Star
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary" busy={busy}>
          <Icon aria-hidden="true" />
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
          onMark({ jobs: [report], final: !report.final, reason })
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
