import { useState } from 'react'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { Button } from '~/components/ui/button.tsx'
import { Link2 } from 'lucide-react'
import { Popover } from '~/components/ui/overlays/popover.tsx'
import { OutputLinkContent } from './output-link-content.tsx'

type Output = JobReport['outputs'][number]

/** A link that opens an output without a session, and code snippets for QGIS, R, Python and the shell. */
export function OutputLink({ jobId, output }: { jobId: number; output: Output }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={`Link of ${output.name}`}
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-136!"
      trigger={
        <Button
          variant="quiet"
          size="small"
          className="print:hidden"
          aria-label={`Copy link of ${output.name} for QGIS, R or Python`}
        >
          <Link2 aria-hidden="true" />
          Link
        </Button>
      }
    >
      {open && <OutputLinkContent jobId={jobId} output={output} />}
    </Popover>
  )
}
