import type { JobReport, OutputType } from '#contract/jobs/job-shapes.ts'
import { Download, FileDown } from 'lucide-react'
import { buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { configurationAddress, outputAddress } from '~/components/jobs/report/map/addresses.ts'
import { FilesTable } from './files-table.tsx'
import { MethodsLink } from '~/components/jobs/report/methods-link.tsx'
import { OutputLink } from './output-link.tsx'

const CONTENTS: Record<OutputType, string> = {
  mean: 'Mean of the surface',
  lower: 'Lower end of the 95 % interval',
  upper: 'Upper end of the 95 % interval',
  sd: 'Standard deviation of the surface',
  exceedance: 'Probability that prevalence exceeds the threshold',
  people: 'Expected number of people affected, per cell',
  adm: 'Admin units, observed and modelled',
  'clusters-cv': 'Clusters with their held-out predictions',
  cells: 'All surfaces, one row per cell',
  diagnostics: 'Diagnostics',
  methods: 'Methods, data and limits, by the items of GATHER',
  provenance: 'Configuration, inputs, code version and seed',
  log: 'Log of the computation',
}

/** A job's outputs with size and checksum, and their configuration. */
export function Downloads({ report }: { report: JobReport }) {
  return (
    <Card
      anchor="downloads"
      title="Downloads"
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
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
            content: CONTENTS[output.type],
            link: <OutputLink jobId={report.id} output={output} />,
          }))}
        />
      )}
    </Card>
  )
}
