import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { printPage } from '~/components/shell/print-page.ts'
import { Button } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { Printer } from 'lucide-react'
import { finalHistoryQuery } from '~/server/jobs.functions.ts'
import { reportParts } from '../report-parts.ts'
import { type Chapter, readOmitted, rememberOmitted } from './paper.ts'

/** What follows the page with figure, verdict and map on paper; the browser remembers it. */
export function PrintDialog({ report, onClose }: { report: JobReport; onClose: () => void }) {
  const id = useId()
  const [omitted, setOmitted] = useState(readOmitted)
  const marks = useQuery(finalHistoryQuery(report.id))
  const chapters: { part: Chapter; name: string }[] = [
    ...reportParts(report, (marks.data?.content.length ?? 0) > 0),
    { part: 'explanations', name: 'How to read figures and tables' },
  ]
  const print = () => {
    rememberOmitted(omitted)
    onClose()
    // The dialog must be gone from the page that is printed.
    setTimeout(() => void printPage())
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Print / PDF"
      description="The first page has the figure, what it can be used for, what is wrong with it, and the map as it is on the screen."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={print}>
            <Printer aria-hidden="true" />
            Print
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">On the pages after it</legend>
        {chapters.map(({ part, name }) => (
          <div key={part} className="flex min-h-7 items-center gap-2">
            <Checkbox
              id={id + part}
              checked={!omitted.includes(part)}
              onCheckedChange={(on) =>
                setOmitted((previous) =>
                  on === true ? previous.filter((one) => one !== part) : [...previous, part],
                )
              }
            />
            <label htmlFor={id + part}>{name}</label>
          </div>
        ))}
      </fieldset>
    </Dialog>
  )
}
