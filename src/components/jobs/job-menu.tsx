import { Link } from '@tanstack/react-router'
import { Ban, Download, Ellipsis, FileDown, Layers, Link2, Map as MapIcon } from 'lucide-react'
import { type Job, downloadJob } from '#contract/jobs.ts'
import type { Person } from '#contract/accounts.ts'
import { downloadConfig } from '#contract/submissions.ts'
import { addressOf } from '~/api/address.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { Button } from '~/components/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '~/components/ui/menu.tsx'
import { mayCancel, useCancelJob } from './cancel-job.ts'

/** Everything one can do with a job; what the person may not do is not there. */
export function JobMenu({ job, me, inSubmission = false }: { job: Job; me: Person; inSubmission?: boolean }) {
  const cancel = useCancelJob()
  return (
    <Menu
      label={`Actions for ${job.job_key}`}
      trigger={
        <Button variant="quiet" size="icon" className="size-8" aria-label={`Actions for ${job.job_key}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem asChild>
        <Link to="/spatial-catalog/report/$jobKey" params={{ jobKey: job.job_key }}>
          <MapIcon aria-hidden="true" />
          Open report
        </Link>
      </MenuItem>
      {!inSubmission && (
        <MenuItem asChild>
          <Link to="/modeling/submission/$id" params={{ id: String(job.submission_id) }}>
            <Layers aria-hidden="true" />
            Open submission
          </Link>
        </MenuItem>
      )}
      <MenuSeparator />
      {job.status === 'completed' && (
        <MenuItem asChild>
          <a href={addressOf(downloadJob, { params: { id: job.id, type: 'mean' } })} download>
            <Download aria-hidden="true" />
            Download mean surface
          </a>
        </MenuItem>
      )}
      <MenuItem asChild>
        <a href={addressOf(downloadConfig, { params: { id: job.submission_id } })} download>
          <FileDown aria-hidden="true" />
          Download configuration
        </a>
      </MenuItem>
      <MenuItem onSelect={() => void copyLink(job)}>
        <Link2 aria-hidden="true" />
        Copy link
      </MenuItem>
      {mayCancel(me, job) && (
        <>
          <MenuSeparator />
          <MenuItem className="text-error" disabled={cancel.isPending} onSelect={() => cancel.mutate(job.id)}>
            <Ban aria-hidden="true" />
            Cancel job
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

async function copyLink(job: Job) {
  const link = `${location.origin}/spatial-catalog/report/${job.job_key}`
  try {
    await navigator.clipboard.writeText(link)
    showSnackbar({ color: 'success', message: 'Link copied' })
  } catch {
    showSnackbar({ color: 'info', message: link })
  }
}
