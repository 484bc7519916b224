import { Suspense, lazy, useState } from 'react'
import { Shapes } from 'lucide-react'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { Button } from '~/components/ui/button.tsx'
import type { Areas } from './areas-of-file.ts'

/** Few readers of a report ask. */
const AggregateDialog = lazy(async () => ({
  default: (await import('./aggregate-dialog.tsx')).AggregateDialog,
}))

/** Opens the dialog that asks for figures of other units, or of an area that was drawn. */
export function AggregateButton({ report, area = null }: { report: JobReport; area?: Areas | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size={area ? undefined : 'small'}
        className="print:hidden"
        onClick={() => setIsOpen(true)}
      >
        <Shapes aria-hidden="true" />
        {area ? 'Figures of the area' : 'Other boundaries…'}
      </Button>
      {isOpen && (
        <Suspense>
          <AggregateDialog report={report} area={area} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
