import type { JobReport, OutputType } from '#contract/job-shapes.ts'
import { fileSize } from '#contract/file-size.ts'
import { Download, FileDown } from '~/components/ui/icons.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { configurationAddress, outputAddress } from './addresses.ts'
import { CopyButton } from './copy-button.tsx'
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
        <a
          href={configurationAddress(report.submission_id)}
          download
          className={`${buttonClass({ variant: 'secondary', size: 'small' })} print:hidden`}
        >
          <FileDown aria-hidden="true" />
          Configuration
        </a>
      }
    >
      {report.outputs.length === 0 ? (
        <EmptyState icon={Download} title="No outputs">
          A job has files once it is completed.
        </EmptyState>
      ) : (
        <div className="relative overflow-x-auto rounded border">
          <table className="w-full border-collapse text-sm">
            <caption className="sr-only">Outputs of the job</caption>
            <thead className="bg-sunk text-left">
              <tr>
                <th scope="col" className="h-10 px-3 font-medium">
                  File
                </th>
                <th scope="col" className="px-3 font-medium">
                  Content
                </th>
                <th scope="col" className="px-3 text-right font-medium">
                  Size
                </th>
                <th scope="col" className="px-3 font-medium">
                  SHA-256
                </th>
                <th scope="col" className="px-3 print:hidden">
                  <span className="sr-only">Link</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {report.outputs.map((output) => (
                <tr key={output.type} className="border-t hover:bg-hover">
                  <th
                    scope="row"
                    className="h-10 min-w-52 px-3 py-1 text-left font-normal break-words wide:whitespace-nowrap"
                  >
                    <a
                      href={outputAddress(report.id, output.type)}
                      download
                      className="flex w-fit items-center gap-2 text-link hover:underline"
                    >
                      <Download aria-hidden="true" className="size-4 shrink-0" />
                      {output.name}
                    </a>
                  </th>
                  <td className="min-w-40 px-3 text-muted">{CONTENTS[output.type]}</td>
                  <td className="px-3 text-right whitespace-nowrap">{fileSize(output.size)}</td>
                  <td className="px-3 whitespace-nowrap">
                    <Checksum sha256={output.sha256} name={output.name} />
                  </td>
                  <td className="px-3 text-right print:hidden">
                    <OutputLink jobId={report.id} output={output} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

function Checksum({ sha256, name }: { sha256: string; name: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code className="font-mono text-xs text-muted" title={sha256}>
        {sha256.slice(0, 12)}…
      </code>
      <CopyButton text={sha256} what={`the checksum of ${name}`} />
    </span>
  )
}
