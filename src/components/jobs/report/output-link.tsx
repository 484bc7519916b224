import { Suspense, lazy, useState } from 'react'
import type { JobReport } from '#contract/job-shapes.ts'
import { Button } from '~/components/ui/button.tsx'
import { Link2 } from '~/components/ui/icons.tsx'
import { Popover } from '~/components/ui/popover.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'

const load = () => import('./output-link-content.tsx')
const OutputLinkContent = lazy(async () => ({ default: (await load()).OutputLinkContent }))

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
          onPointerEnter={() => void load().catch(() => undefined)}
          aria-label={`Copy link of ${output.name} for QGIS, R or Python`}
        >
          <Link2 aria-hidden="true" />
          Link
        </Button>
      }
    >
      {open && (
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <OutputLinkContent jobId={jobId} output={output} />
        </Suspense>
      )}
    </Popover>
  )
}
