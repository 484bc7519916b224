import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { Button } from '~/components/ui/button.tsx'
import { BriefDialog } from './brief-dialog.tsx'

/** Opens the dialog that downloads a brief; for completed jobs. */
export function BriefButton({ report }: { report: JobReport }) {
  const [isOpen, setIsOpen] = useState(false)
  if (report.status !== 'completed') return null
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        <FileText aria-hidden="true" />
        Brief
      </Button>
      {isOpen && <BriefDialog report={report} onClose={() => setIsOpen(false)} />}
    </>
  )
}
