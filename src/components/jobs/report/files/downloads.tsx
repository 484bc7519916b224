import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { DOWNLOADS } from '#contract/jobs/output-types.ts'
import { Download, FileDown } from 'lucide-react'
import { buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { configurationAddress, outputAddress } from '~/components/jobs/report/map/addresses.ts'
import { BriefButton } from './brief-button.tsx'
import { FilesTable } from './files-table.tsx'
import { MethodsLink } from '~/components/jobs/report/methods-link.tsx'
import { OutputLink } from './output-link.tsx'
import { UnitsMenu } from './units-menu.tsx'

/** A job's outputs with size and checksum, and their configuration. */
export function Downloads({ report }: { report: JobReport }) {
  return (
    <Card
      anchor="downloads"
      title="Downloads"
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          <BriefButton report={report} />
          {report.status === 'completed' && <UnitsMenu jobId={report.id} />}
          <MethodsLink
            jobKey={report.job_key}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          />
          <a
            href={configurationAddress(report.submission_id)}
            download
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            <FileDown aria-hidden="true" />
            Configuration
          </a>
        </div>
      }
    >
      {report.outputs.length === 0 ? (
        <EmptyState icon={Download} title="No outputs">
          A job has files once it is completed.
        </EmptyState>
      ) : (
        <FilesTable
          caption="Outputs of the job"
          files={report.outputs.map((output) => ({
            ...output,
            address: outputAddress(report.id, output.type),
            content: DOWNLOADS[output.type].content,
            link: <OutputLink jobId={report.id} output={output} />,
          }))}
        />
      )}
    </Card>
  )
}
