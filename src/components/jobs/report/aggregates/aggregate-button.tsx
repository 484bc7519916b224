import { useState } from 'react'
import { Shapes } from 'lucide-react'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { Button } from '~/components/ui/button.tsx'
import { AggregateDialog } from './aggregate-dialog.tsx'
import type { Areas } from './areas-of-file.ts'

/** Opens the dialog that asks for figures of other units, or of an area that was drawn. */
export function AggregateButton({ report, drawn = null }: { report: JobReport; drawn?: Areas | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size={drawn ? undefined : 'small'}
        className="print:hidden"
        onClick={() => setIsOpen(true)}
      >
        <Shapes aria-hidden="true" />
        {drawn ? 'Figures of the area' : 'Other boundaries…'}
      </Button>
      {isOpen && <AggregateDialog report={report} drawn={drawn} onClose={() => setIsOpen(false)} />}
    </>
  )
}
