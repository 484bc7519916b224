import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GATHER_PARTS, type JobMethods, downloadJobMethods } from '#contract/jobs/job-methods.ts'
import { addressOf } from '~/api/address.ts'
import { Page } from '~/components/shell/page.tsx'
import { printPage, usePrintKey } from '~/components/shell/print-page.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { FileDown, Printer } from 'lucide-react'
import { methodsQuery } from '~/server/jobs.functions.ts'
import { MethodsBlockView } from './methods-block.tsx'

/** What a job's methods page says, by the parts of the checklist. */
export function MethodsView({ id }: { id: number }) {
  const { data: methods } = useSuspenseQuery(methodsQuery(id))
  usePrintKey()
  return (
    <Page
      title="Methods, data and limits"
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button variant="secondary" onClick={() => void printPage()}>
            <Printer aria-hidden="true" />
            Print / PDF
          </Button>
          <a
            href={addressOf(downloadJobMethods, { params: { id } })}
            download
            className={buttonClass({ variant: 'secondary' })}
          >
            <FileDown aria-hidden="true" />
            Download page
          </a>
        </div>
      }
    >
      <p>
        <Link
          to="/spatial-catalog/report/$jobKey"
          params={{ jobKey: methods.job_key }}
          className="text-link underline"
        >
          {methods.title}
        </Link>
        <span className="block font-mono text-xs break-all text-muted">{methods.job_key}</span>
      </p>
      {methods.simulated && (
        <Alert tone="warning" title="Simulated survey">
          Its figures describe no real people.
        </Alert>
      )}
      <p className="max-w-prose text-muted">
        After the 18 items of GATHER, Guidelines for Accurate and Transparent Health Estimates Reporting
        (Stevens et al. 2016, Lancet 388: e19–e23). {formatGaps(methods)}
      </p>
      {GATHER_PARTS.map((part) => (
        <Card key={part} title={part}>
          {methods.items
            .filter((item) => item.part === part)
            .map(({ number, title, blocks }) => (
              <section
                key={number}
                id={`item-${number}`}
                aria-label={`${number}. ${title}`}
                className="flex min-w-0 scroll-mt-20 flex-col gap-2"
              >
                <h3 className="mt-2 break-after-avoid font-semibold">
                  {number}. {title}
                </h3>
                {blocks.map((block, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- blocks never move, and may repeat
                  <MethodsBlockView key={place} block={block} />
                ))}
              </section>
            ))}
        </Card>
      ))}
    </Page>
  )
}

function formatGaps({ items }: JobMethods): string {
  const gaps = items.filter(({ blocks }) => blocks.some(({ kind }) => kind === 'gap')).length
  return gaps === 0 ? 'No item has a gap.' : `Gaps are marked: ${gaps} of ${items.length} items have one.`
}
