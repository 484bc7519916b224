import { Link } from '@tanstack/react-router'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { downloadJob } from '#contract/jobs/job-outputs.ts'
import { downloadConfig } from '#contract/submissions/submissions.ts'
import { addressOf } from '~/api/address.ts'
import type { RowAction } from '~/components/data-table/table/row-action.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Download, FileDown, Layers, Link2, Map as MapIcon } from 'lucide-react'
import { MenuItem, MenuSeparator } from '~/components/ui/overlays/menu.tsx'
import { RowMenu } from '~/components/ui/overlays/row-menu.tsx'
import { ReportLink } from '~/components/jobs/report-link.tsx'
import { basePath } from '~/lib/base-path.ts'

interface JobMenuProps {
  job: Job
  actionsOf: (jobs: readonly Job[]) => readonly RowAction[]
  inSubmission?: boolean
}

/** All actions on a job; those that the person or the job does not allow are omitted. */
export function JobMenu(props: JobMenuProps) {
  return (
    <RowMenu label={`Actions for ${props.job.job_key}`}>
      <JobActions {...props} />
    </RowMenu>
  )
}

/** A component of its own: a table has a closed menu in each row. */
function JobActions({ job, actionsOf, inSubmission = false }: JobMenuProps) {
  const possible = actionsOf([job]).filter(({ disabled }) => !disabled)
  return (
    <>
      <MenuItem asChild>
        <ReportLink jobKey={job.job_key}>
          <MapIcon aria-hidden="true" />
          Open report
        </ReportLink>
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
      {possible.length > 0 && <MenuSeparator />}
      {possible.map(({ key, label, icon: Icon, danger, onSelect }) => (
        <MenuItem key={key} className={danger ? 'text-error' : undefined} onSelect={onSelect}>
          <Icon aria-hidden="true" />
          {label}
        </MenuItem>
      ))}
    </>
  )
}

async function copyLink(job: Job) {
  const link = `${location.origin}${basePath}/spatial-catalog/report/${job.job_key}`
  try {
    await navigator.clipboard.writeText(link)
    showSnackbar({ color: 'success', message: 'Link copied' })
  } catch {
    showSnackbar({ color: 'info', message: link })
  }
}
