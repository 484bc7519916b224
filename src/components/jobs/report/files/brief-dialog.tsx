import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fileSize } from '#common/file-size.ts'
import { type Brief, downloadBrief } from '#contract/jobs/briefs.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { addressOf } from '~/api/address.ts'
import { failureMessage } from '~/api/api-error.ts'
import { openAddress } from '~/components/jobs/list/open-address.ts'
import { jobTitle } from '~/components/jobs/report/format.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { briefQuery, isBeingWritten, requestBrief } from '~/server/briefs.functions.ts'
import { type BriefChoice, BriefForm, startChoice, unitLevels } from './brief-form.tsx'

const fileOf = ({ id, job_id }: Brief) => addressOf(downloadBrief, { params: { id: job_id, brief: id } })

/** Chooses a document about the job, waits until it is written, and downloads it. */
export function BriefDialog({ report, onClose }: { report: JobReport; onClose: () => void }) {
  const levels = unitLevels(report)
  const [choice, setChoice] = useState<BriefChoice>(() => startChoice(levels))
  const request = useMutation({
    mutationFn: () => {
      const { level, ...rest } = choice
      return requestBrief({
        data: { id: report.id, ...rest, ...(choice.kind === 'unit-sheets' && { level }) },
      })
    },
  })
  const { data: brief, error } = useQuery(briefQuery(request.data ?? null))
  const isReady = brief?.status === 'ready'
  const isWriting = request.isPending || (brief !== undefined && isBeingWritten(brief) && !error)
  const address = brief && fileOf(brief)
  useEffect(() => {
    if (isReady && address) openAddress(address)
  }, [isReady, address])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Download a brief"
      description={`${jobTitle(report)}: the figures of this report in a document to hand over. It is kept for a day.`}
      footer={
        isReady ? (
          <>
            <Button variant="secondary" onClick={() => request.reset()}>
              Another brief
            </Button>
            <a href={address} download className={buttonClass()}>
              <Download aria-hidden="true" />
              Download again
            </a>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {isWriting ? 'Close' : 'Cancel'}
            </Button>
            <Button busy={isWriting} onClick={() => request.mutate()}>
              {brief?.status === 'failed' || request.isError ? 'Try again' : 'Write brief'}
            </Button>
          </>
        )
      }
    >
      {isReady ? (
        <output>
          The download of <span className="font-medium break-all">{brief.name}</span> (
          {fileSize(brief.size ?? 0)}) has started.
        </output>
      ) : (
        <BriefForm choice={choice} levels={levels} disabled={isWriting} onChange={setChoice} />
      )}
      {isWriting && (
        <div className="flex flex-col gap-1">
          <output className="text-muted">
            {brief?.status === 'writing' ? 'Writing the brief' : 'Waiting for a worker'}
          </output>
          <ProgressBar label="Writing the brief" value={brief?.fraction ?? undefined} />
        </div>
      )}
      {brief?.status === 'failed' && (
        <Alert tone="error" title="The brief could not be written">
          {brief.reason}
        </Alert>
      )}
      {(request.error ?? error) && <Alert tone="error">{failureMessage(request.error ?? error)}</Alert>}
    </Dialog>
  )
}
